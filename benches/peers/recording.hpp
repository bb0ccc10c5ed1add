// A list of operations, recorded by CppAD over CppADCodeGen's numbers, and the C that becomes of derivatives.
//
//   name left right                          an operation; `t7` is a number made before, the inputs come first
//   t3 ..                                    the outputs
//
// CppAD works by overloading, so a recording is the same whether C++ or this list says what to do, and one program
// serves all problems. Constants are printed to the last digit.
#pragma once

#include <cppad/cg.hpp>

#include <iostream>
#include <map>
#include <string>

using Plain = CppAD::cg::CG<double>;
using Active = CppAD::AD<Plain>;
using Numbers = std::vector<Active>;

// Where the dependents go: the value first, then the entries.
class Names : public CppAD::cg::LangCDefaultVariableNameGenerator<double> {
    size_t outputs;

public:
    explicit Names(size_t outputs) : outputs(outputs) {}

    std::string generateDependent(size_t k) override {
        return k < outputs ? "value[" + std::to_string(k) + "]" : "entries[" + std::to_string(k - outputs) + "]";
    }
};

// What a word stands for: a number made before, or a literal.
inline Active operand(const std::string& word, const Numbers& made) {
    return word[0] == 't' ? made.at(std::stoul(word.substr(1))) : Active(Plain(std::stod(word)));
}

inline Active apply(const std::string& name, const Active& a, const Active& b) {
    if (name == "add") return a + b;
    if (name == "sub") return a - b;
    if (name == "mul") return a * b;
    if (name == "div") return a / b;
    if (name == "neg") return -a;
    if (name == "sqrt") return sqrt(a);
    if (name == "sin") return sin(a);
    if (name == "cos") return cos(a);
    if (name == "exp") return exp(a);
    if (name == "ln") return log(a);
    if (name == "tanh") return tanh(a);
    if (name == "pow") return pow(a, b);
    if (name == "abs") return abs(a);
    if (name == "atan2") return atan2(a, b);
    throw std::runtime_error("no operation " + name);
}

// Reads and records the operations.
inline CppAD::ADFun<Plain> record(size_t inputs, size_t outputs, size_t operations) {
    Numbers x(inputs, Active(Plain(1.0)));
    CppAD::Independent(x);
    Numbers made = x;
    for (size_t k = 0; k < operations; ++k) {
        std::string name, left, right;
        std::cin >> name >> left >> right;
        made.push_back(apply(name, operand(left, made), operand(right, made)));
    }
    Numbers y;
    for (size_t i = 0; i < outputs; ++i) {
        std::string word;
        std::cin >> word;
        y.push_back(operand(word, made));
    }
    CppAD::ADFun<Plain> function(x, y);
    function.optimize();
    return function;
}

// Prints the function that computes the dependents.
inline void print(CppAD::cg::CodeHandler<double>& handler, std::vector<Plain>& dependents, size_t outputs) {
    CppAD::cg::LanguageC<double> language("double");
    language.setParameterPrecision(17);
    Names names(outputs);
    std::ostringstream body;
    handler.generateCode(body, language, dependents, names);
    // The library's own functions have no `restrict`; with it the same statements are mostly faster.
    std::cout << "#include <math.h>\n"
              << "void ENTRY(const double* restrict x, double* restrict value, double* restrict entries) {\n"
              << language.generateTemporaryVariableDeclaration() << body.str() << "}\n";
}
