#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_multimin.h>
#include <gsl/gsl_roots.h>
#include <gsl/gsl_sf.h>
#include <gsl/gsl_statistics.h>

// GSL keeps the kinds of its tools in mutable globals, which Swift 6 refuses to read.
static inline const gsl_root_fsolver_type *regimen_brent(void) { return gsl_root_fsolver_brent; }
static inline const gsl_root_fdfsolver_type *regimen_newton(void) { return gsl_root_fdfsolver_newton; }
static inline const gsl_root_fdfsolver_type *regimen_steffenson(void) { return gsl_root_fdfsolver_steffenson; }
static inline const gsl_multimin_fminimizer_type *regimen_nelder_mead(void) { return gsl_multimin_fminimizer_nmsimplex2; }
static inline const gsl_multifit_robust_type *regimen_bisquare(void) { return gsl_multifit_robust_bisquare; }
