// The five loops of `benches/loops.rs` over CppAD, operation for operation. Run time decides how often they run.
//
// Two ways to use a tape:
//
//   recorded    at each call: record, then sweep; the only correct way where the number of iterations may change
//   replayed    recorded and optimized at the first call, which fixes the number of iterations; then sweeps alone
//
// and three to sweep it: a direction at a time, all directions at once, or backwards for each row. What CppAD offers
// for speed is taken: comparisons are not recorded, and it holds its memory from one call to the next.
#include <cppad/cppad.hpp>

#include <cmath>
#include <vector>

using Active = CppAD::AD<double>;
using Tape = CppAD::ADFun<double>;
using Numbers = std::vector<double>;

// What a loop reads beside its variables, as the driver lays it out; each loop takes what it needs.
struct Inputs {
    size_t count;
    double number;
    const double* data;
};

constexpr size_t variables = 4;

// The number behind a variable: what ends a loop has no derivative, so it is kept off the tape.
double number(const Active& x) {
    return CppAD::Value(CppAD::Var2Par(x));
}

struct TwoBody {
    static constexpr size_t outputs = 4;

    template <class T>
    static void rate(const T* s, T* k) {
        T square = s[0] * s[0] + s[1] * s[1];
        T cube = square * sqrt(square);
        k[0] = s[2], k[1] = s[3];
        k[2] = -1.0 * s[0] / cube, k[3] = -1.0 * s[1] / cube;
    }

    template <class T>
    static void run(const T* x, const Inputs& inputs, T* s) {
        double h = inputs.number;
        T a[4], b[4], c[4], k1[4], k2[4], k3[4], k4[4];
        for (size_t i = 0; i < 4; i++) s[i] = x[i];
        for (size_t step = 0; step < inputs.count; step++) {
            rate(s, k1);
            for (size_t i = 0; i < 4; i++) a[i] = s[i] + 0.5 * h * k1[i];
            rate(a, k2);
            for (size_t i = 0; i < 4; i++) b[i] = s[i] + 0.5 * h * k2[i];
            rate(b, k3);
            for (size_t i = 0; i < 4; i++) c[i] = s[i] + h * k3[i];
            rate(c, k4);
            for (size_t i = 0; i < 4; i++) s[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
};

struct Kepler {
    static constexpr size_t outputs = 1;

    template <class T>
    static void run(const T* x, const Inputs& inputs, T* y) {
        T angle = x[0], step;
        do {
            step = (angle - x[1] * sin(angle) - x[0]) / (1.0 - x[1] * cos(angle));
            angle = angle - step;
        } while (!(std::abs(number(step)) < inputs.number));
        y[0] = angle;
    }
};

struct Horner {
    static constexpr size_t outputs = 1;

    template <class T>
    static void run(const T* x, const Inputs& inputs, T* y) {
        y[0] = 0.0;
        for (size_t k = inputs.count; k-- > 0;) y[0] = y[0] * x[0] + inputs.data[k];
    }
};

struct FixedPoint {
    static constexpr size_t outputs = 3;

    template <class T>
    static void run(const T* x, const Inputs& inputs, T* s) {
        double change;
        for (size_t i = 0; i < 3; i++) s[i] = x[i];
        do {
            T next[3] = {
                0.3 * cos(s[1] * x[3]) + 0.2 * s[2],
                0.3 * sin(s[0] + s[2]) - 0.1 * s[1],
                0.2 * s[0] * s[1] + 0.1 * x[3],
            };
            change = std::abs(number(next[0]) - number(s[0]));
            for (size_t i = 0; i < 3; i++) s[i] = next[i];
        } while (!(change < inputs.number));
    }
};

struct Filter {
    static constexpr size_t outputs = 2;

    template <class T>
    static void run(const T* x, const Inputs& inputs, T* y) {
        T state = x[0], variance = x[1];
        for (size_t k = 0; k < inputs.count; k++) {
            T ahead = 0.99 * state;
            T spread = 0.98 * variance + x[2];
            T gain = spread / (spread + x[3]);
            state = ahead + gain * (inputs.data[k] - ahead);
            variance = (1.0 - gain) * spread;
        }
        y[0] = state, y[1] = variance;
    }
};

// Records a loop at a point; the value falls off.
template <class Loop>
void record(Tape& tape, const double* x, const Inputs& inputs, double* value) {
    CppAD::thread_alloc::hold_memory(true);
    std::vector<Active> active(x, x + variables), result(Loop::outputs);
    CppAD::Independent(active, 0, false);
    Loop::run(active.data(), inputs, result.data());
    tape.Dependent(active, result);
    for (size_t i = 0; i < Loop::outputs; i++) value[i] = CppAD::Value(result[i]);
}

// The ways to sweep a tape whose values are there; the entries lie row by row.
enum Way { single, together, backwards };

template <class Loop>
void sweep(Tape& tape, Way way, double* entries) {
    if (way == backwards) {
        Numbers weights(Loop::outputs, 0.0);
        for (size_t i = 0; i < Loop::outputs; i++) {
            weights[i] = 1.0;
            Numbers row = tape.Reverse(1, weights);
            for (size_t j = 0; j < variables; j++) entries[i * variables + j] = row[j];
            weights[i] = 0.0;
        }
    } else if (way == together) {
        Numbers directions(variables * variables, 0.0);
        for (size_t j = 0; j < variables; j++) directions[j * variables + j] = 1.0;
        Numbers rows = tape.Forward(1, variables, directions);
        for (size_t k = 0; k < rows.size(); k++) entries[k] = rows[k];
    } else {
        Numbers direction(variables, 0.0);
        for (size_t j = 0; j < variables; j++) {
            direction[j] = 1.0;
            Numbers column = tape.Forward(1, direction);
            for (size_t i = 0; i < Loop::outputs; i++) entries[i * variables + j] = column[i];
            direction[j] = 0.0;
        }
    }
}

template <class Loop>
void recorded(Way way, const double* x, const Inputs& inputs, double* value, double* entries) {
    static Tape tape;
    record<Loop>(tape, x, inputs, value);
    tape.Forward(0, Numbers(x, x + variables));
    sweep<Loop>(tape, way, entries);
}

template <class Loop>
void replayed(Way way, const double* x, const Inputs& inputs, double* value, double* entries) {
    static Tape tape;
    if (tape.Range() == 0) {
        record<Loop>(tape, x, inputs, value);
        tape.optimize();
    }
    Numbers result = tape.Forward(0, Numbers(x, x + variables));
    for (size_t i = 0; i < Loop::outputs; i++) value[i] = result[i];
    sweep<Loop>(tape, way, entries);
}

#define ENTRY(name, Loop)                                                                               \
    extern "C" void name(                                                                               \
        bool replay, int way, const double* x, const Inputs* inputs, double* value, double* entries     \
    ) {                                                                                                 \
        (replay ? replayed<Loop> : recorded<Loop>)(static_cast<Way>(way), x, *inputs, value, entries);  \
    }

ENTRY(cppad_two_body, TwoBody)
ENTRY(cppad_kepler, Kepler)
ENTRY(cppad_horner, Horner)
ENTRY(cppad_fixed_point, FixedPoint)
ENTRY(cppad_filter, Filter)
