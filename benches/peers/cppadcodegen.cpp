// Records a list of operations with CppAD, differentiates it over CppADCodeGen's numbers, prints C.
//
//   inputs outputs operations entries        the four counts
//   name left right                          an operation; `t7` is a number made before, the inputs come first
//   t3 ..                                    the outputs
//   row column                               each entry wanted, in the order in which they are to be written
//
// CppAD works by overloading, so a recording is the same whether C++ or this list says what to do, and one program
// serves all problems. Value and entries are dependents of one handler: the sweeps reuse what `Forward(0)` made. A
// column or row at a time costs no more than coloured sweeps would, since a zero of `CG` makes no operation. The
// argument says `forward` or `reverse`. Constants are printed to the last digit.
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
Active operand(const std::string& word, const Numbers& made) {
    return word[0] == 't' ? made.at(std::stoul(word.substr(1))) : Active(Plain(std::stod(word)));
}

Active apply(const std::string& name, const Active& a, const Active& b) {
    if (name == "add") return a + b;
    if (name == "sub") return a - b;
    if (name == "mul") return a * b;
    if (name == "div") return a / b;
    if (name == "neg") return -a;
    if (name == "sqrt") return sqrt(a);
    if (name == "sin") return sin(a);
    if (name == "cos") return cos(a);
    if (name == "abs") return abs(a);
    if (name == "atan2") return atan2(a, b);
    throw std::runtime_error("no operation " + name);
}

// Reads and records the operations.
CppAD::ADFun<Plain> record(size_t inputs, size_t outputs, size_t operations) {
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
    return CppAD::ADFun<Plain>(x, y);
}

int main(int, char** arguments) {
    size_t inputs, outputs, operations, entries;
    std::cin >> inputs >> outputs >> operations >> entries;
    CppAD::ADFun<Plain> function = record(inputs, outputs, operations);
    function.optimize();

    CppAD::cg::CodeHandler<double> handler;
    std::vector<Plain> x(inputs);
    handler.makeVariables(x);
    std::vector<Plain> dependents = function.Forward(0, x);
    const bool forward = std::string(arguments[1]) == "forward";
    std::map<size_t, std::vector<Plain>> sweeps;
    for (size_t k = 0; k < entries; ++k) {
        size_t row, column;
        std::cin >> row >> column;
        const size_t seeded = forward ? column : row;
        if (sweeps.count(seeded) == 0) {
            std::vector<Plain> seed(forward ? inputs : outputs, Plain(0.0));
            seed[seeded] = 1.0;
            sweeps[seeded] = forward ? function.Forward(1, seed) : function.Reverse(1, seed);
        }
        dependents.push_back(sweeps[seeded][forward ? row : column]);
    }

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
