// Differentiates a recording as a task asks, and prints C.
//
//   task first second                        what is wanted, and by which sweeps
//   inputs outputs operations                the three counts
//   ..                                       operations and outputs, see recording.hpp
//   entries, then row column ..              of the Jacobian
//   entries, then row column ..              of the Hessian or of J'J, its lower triangle
//   directions                               vectors that J is multiplied by
//
// `first` is `forward` or `reverse`: how the entries of J are made. `second` says how those of a Hessian are:
// `columns` is a forward and a reverse sweep for each column, `symmetric` and `general` are CppAD's `sparse_hes` with
// these colourings. All dependents are those of one handler, so that sweeps share what they have in common.
#include "recording.hpp"

#include <utility>

using Plains = std::vector<Plain>;
using Function = CppAD::ADFun<Plain>;
using Sizes = std::vector<size_t>;
using Pattern = std::vector<std::pair<size_t, size_t>>;

Pattern read_pattern() {
    size_t entries;
    std::cin >> entries;
    Pattern pattern(entries);
    for (auto& [row, column] : pattern) std::cin >> row >> column;
    return pattern;
}

Plains unit(size_t length, size_t place) {
    Plains seed(length, Plain(0.0));
    seed[place] = 1.0;
    return seed;
}

// The entries of J by a sweep for each column, or for each row, where `Forward(0)` has been.
Plains jacobian(Function& function, const Pattern& pattern, bool forward) {
    std::map<size_t, Plains> sweeps;
    Plains entries;
    for (const auto& [row, column] : pattern) {
        const size_t seeded = forward ? column : row;
        if (sweeps.count(seeded) == 0)
            sweeps[seeded] = forward ? function.Forward(1, unit(function.Domain(), column))
                                     : function.Reverse(1, unit(function.Range(), row));
        entries.push_back(sweeps[seeded][forward ? row : column]);
    }
    return entries;
}

// H of the weighted sum: a column forward, then in reverse. Of the two results for each row the second is that of H.
Plains hessian_by_columns(Function& function, const Plains& weights, const Pattern& pattern) {
    std::map<size_t, Plains> sweeps;
    Plains entries;
    for (const auto& [row, column] : pattern) {
        if (sweeps.count(column) == 0) {
            function.Forward(1, unit(function.Domain(), column));
            sweeps[column] = function.Reverse(2, weights);
        }
        entries.push_back(sweeps[column][2 * row + 1]);
    }
    return entries;
}

// H of the weighted sum by CppAD's own sparse method.
Plains sparse_hessian(Function& function, const Plains& x, const Plains& weights, const Pattern& pattern,
                      const std::string& colouring) {
    const size_t n = function.Domain();
    CppAD::sparse_rc<Sizes> whole;
    function.for_hes_sparsity(std::vector<bool>(n, true), std::vector<bool>(function.Range(), true), false, whole);
    CppAD::sparse_rc<Sizes> wanted(n, n, pattern.size());
    for (size_t k = 0; k < pattern.size(); ++k) wanted.set(k, pattern[k].first, pattern[k].second);
    CppAD::sparse_rcv<Sizes, Plains> lower(wanted);
    CppAD::sparse_hes_work work;
    function.sparse_hes(x, weights, lower, whole, "cppad." + colouring, work);
    return lower.val();
}

// J'r, then the lower triangle of J'J.
Plains normal(const Plains& value, const Plains& entries, const Pattern& jacobian, const Pattern& lower, size_t n) {
    std::vector<std::map<size_t, Plain>> columns(n);
    for (size_t k = 0; k < jacobian.size(); ++k) columns[jacobian[k].second][jacobian[k].first] = entries[k];
    Plains made(n, Plain(0.0));
    for (size_t j = 0; j < n; ++j)
        for (const auto& [row, entry] : columns[j]) made[j] += entry * value[row];
    for (const auto& [i, j] : lower) {
        Plain sum(0.0);
        for (const auto& [row, entry] : columns[j])
            if (columns[i].count(row)) sum += columns[i][row] * entry;
        made.push_back(sum);
    }
    return made;
}

// J times each vector, or each vector times J.
Plains products(Function& function, const Plains& vectors, size_t directions, bool forward) {
    Plains all;
    const size_t length = vectors.size() / directions;
    for (size_t k = 0; k < directions; ++k) {
        const Plains seed(vectors.begin() + k * length, vectors.begin() + (k + 1) * length);
        const Plains one = forward ? function.Forward(1, seed) : function.Reverse(1, seed);
        all.insert(all.end(), one.begin(), one.end());
    }
    return all;
}

void append(Plains& all, const Plains& further) { all.insert(all.end(), further.begin(), further.end()); }

int main() {
    std::string task, first, second;
    size_t n, m, operations, directions;
    std::cin >> task >> first >> second >> n >> m >> operations;
    Function function = record(n, m, operations);
    const Pattern rows = read_pattern(), lower = read_pattern();
    std::cin >> directions;

    // Weights or directions are inputs behind the variables.
    const bool weighted = task == "lagrangian";
    size_t behind = weighted ? m : 0;
    if (task.substr(0, 3) == "jvp") behind = directions * n;
    if (task.substr(0, 3) == "vjp") behind = directions * m;
    CppAD::cg::CodeHandler<double> handler;
    Plains inputs(n + behind);
    handler.makeVariables(inputs);
    const Plains x(inputs.begin(), inputs.begin() + n), further(inputs.begin() + n, inputs.end());

    const Plains value = function.Forward(0, x);
    Plains dependents = value;
    if (task == "gradient" || task == "hessian" || weighted) {
        append(dependents, weighted ? jacobian(function, rows, first == "forward") : function.Reverse(1, Plains{1.0}));
        const Plains weights = weighted ? further : Plains{1.0};
        if (task != "gradient" && second == "columns")
            append(dependents, hessian_by_columns(function, weights, lower));
        else if (task != "gradient")
            append(dependents, sparse_hessian(function, x, weights, lower, second));
    } else if (task == "normal") {
        append(dependents, normal(value, jacobian(function, rows, first == "forward"), rows, lower, n));
    } else {
        append(dependents, products(function, further, directions, task[0] == 'j'));
    }
    print(handler, dependents, m);
}
