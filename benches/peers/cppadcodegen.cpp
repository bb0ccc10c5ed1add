// Differentiates a recording once and prints C: value and Jacobian.
//
//   inputs outputs operations entries        the four counts
//   ..                                       operations and outputs, see recording.hpp
//   row column                               each entry wanted, in the order in which they are to be written
//
// Value and entries are dependents of one handler: the sweeps reuse what `Forward(0)` made. A column or row at a time
// costs no more than coloured sweeps would, since a zero of `CG` makes no operation. The argument says `forward` or
// `reverse`.
#include "recording.hpp"

int main(int, char** arguments) {
    size_t inputs, outputs, operations, entries;
    std::cin >> inputs >> outputs >> operations >> entries;
    CppAD::ADFun<Plain> function = record(inputs, outputs, operations);

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
    print(handler, dependents, outputs);
}
