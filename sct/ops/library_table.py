"""Pure functions of libraries whose results have dtypes and shapes that follow from those of the arguments.

A function is named `module:name`. All of them take arrays and answer new arrays, numbers, or tuples of these; what they
answer depends on nothing but the arguments. Functions that answer real or complex numbers as the values want it, that
take functions, or that draw random numbers, are not here.
"""

from __future__ import annotations

__all__ = ["DISTRIBUTIONS", "DISTRIBUTION_METHODS", "FIXED", "FREE", "FUNCTIONS", "KNOWN", "LOOSE", "MODULES"]

FUNCTIONS = {
    "numpy": "histogramdd polyfit",
    "scipy.linalg": """
        bandwidth block_diag cho_factor cho_solve cho_solve_banded cholesky cholesky_banded circulant companion
        convolution_matrix coshm cosm det dft eig eig_banded eigh eigh_tridiagonal eigvals eigvals_banded eigvalsh
        eigvalsh_tridiagonal expm expm_frechet fiedler hadamard hankel helmert hessenberg hilbert inv invhilbert
        invpascal ishermitian issymmetric khatri_rao ldl leslie lstsq lu lu_factor lu_solve matmul_toeplitz
        matrix_balance norm null_space orth orthogonal_procrustes pascal pinv pinvh polar qr rq schur sinhm sinm solve
        solve_banded solve_circulant solve_continuous_are solve_continuous_lyapunov solve_discrete_are
        solve_discrete_lyapunov solve_lyapunov solve_sylvester solve_toeplitz solve_triangular solveh_banded
        subspace_angles svd svdvals tanhm tanm toeplitz""",
    "scipy.signal": """
        argrelmax argrelmin bessel bilinear butter cheby1 cheby2 chirp coherence convolve convolve2d correlate
        correlate2d correlation_lags csd czt decimate deconvolve detrend ellip fftconvolve filtfilt find_peaks
        find_peaks_cwt firls
        firwin firwin2 freqs freqz freqz_zpk gauss_spline gausspulse get_window group_delay hilbert hilbert2 iircomb
        iirfilter iirnotch iirpeak istft kaiser_atten kaiser_beta kaiserord lfilter lfilter_zi lfiltic lombscargle
        max_len_seq medfilt medfilt2d minimum_phase oaconvolve order_filter peak_prominences peak_widths periodogram
        remez resample resample_poly savgol_coeffs savgol_filter sawtooth sepfir2d sosfilt sosfilt_zi sosfiltfilt
        sosfreqz spectrogram square stft sweep_poly unit_impulse upfirdn vectorstrength welch wiener zoom_fft""",
    "scipy.signal.windows": """
        barthann bartlett blackman blackmanharris bohman boxcar chebwin cosine dpss exponential flattop gaussian
        general_cosine general_gaussian general_hamming hamming hann kaiser kaiser_bessel_derived lanczos nuttall
        parzen taylor triang tukey""",
    "scipy.ndimage": """
        affine_transform binary_closing binary_dilation binary_erosion binary_fill_holes binary_hit_or_miss
        binary_opening binary_propagation black_tophat center_of_mass convolve convolve1d correlate correlate1d
        distance_transform_bf distance_transform_cdt distance_transform_edt extrema fourier_ellipsoid fourier_gaussian
        fourier_shift fourier_uniform gaussian_filter gaussian_filter1d gaussian_gradient_magnitude gaussian_laplace
        generate_binary_structure grey_closing grey_dilation grey_erosion grey_opening histogram iterate_structure
        label laplace map_coordinates maximum maximum_filter maximum_filter1d maximum_position mean median
        median_filter minimum minimum_filter minimum_filter1d minimum_position morphological_gradient
        morphological_laplace percentile_filter prewitt rank_filter rotate shift sobel spline_filter spline_filter1d
        standard_deviation sum sum_labels uniform_filter uniform_filter1d variance watershed_ift white_tophat zoom""",
    "scipy.integrate": "cumulative_simpson cumulative_trapezoid newton_cotes romb simpson trapezoid",
    "scipy.interpolate": """
        barycentric_interpolate griddata interpn krogh_interpolate pchip_interpolate splev splrep splint""",
    "scipy.fft": """
        dct dctn dst dstn fft fft2 fftfreq fftn fftshift hfft hfft2 hfftn idct idctn idst idstn ifft ifft2 ifftn
        ifftshift ihfft ihfft2 ihfftn irfft irfft2 irfftn next_fast_len prev_fast_len rfft rfft2 rfftfreq rfftn""",
    "scipy.fftpack": """
        cc_diff cs_diff dct dctn diff dst dstn fft fft2 fftfreq fftn fftshift hilbert idct idctn idst idstn ifft ifft2
        ifftn ifftshift ihilbert irfft itilbert next_fast_len rfft rfftfreq sc_diff shift ss_diff tilbert""",
    "scipy.spatial.distance": """
        braycurtis canberra cdist chebyshev cityblock correlation cosine dice directed_hausdorff euclidean hamming
        jaccard jensenshannon mahalanobis minkowski num_obs_dm num_obs_y pdist rogerstanimoto russellrao seuclidean
        sokalsneath sqeuclidean squareform yule""",
    "scipy.stats": """
        boxcox_llf circmean circstd circvar differential_entropy energy_distance entropy gmean gstd gzscore hmean iqr
        kurtosis linregress median_abs_deviation moment percentileofscore pmean rankdata scoreatpercentile sem skew
        tmax tmean tmin trim1 trim_mean trimboth tsem tstd tvar variation wasserstein_distance zmap zscore mode pearsonr
        spearmanr kendalltau ttest_ind ttest_1samp ttest_rel mannwhitneyu ks_2samp shapiro f_oneway levene bartlett
        kruskal wilcoxon chisquare normaltest jarque_bera skewtest kurtosistest""",
    "scipy.special": """
        comb diric factorial factorial2 factorialk lambertw multigammaln perm roots_chebyt roots_chebyu
        roots_gegenbauer roots_hermite roots_hermitenorm roots_jacobi roots_laguerre roots_legendre spherical_in
        spherical_jn spherical_kn spherical_yn stirling2""",
    "scipy.optimize": "linear_sum_assignment nnls",
    "scipy.cluster.hierarchy": "linkage",
    "scipy.cluster.vq": "vq whiten",
}  # fmt: skip
"""The functions of each module."""

DISTRIBUTIONS = """
    alpha arcsine argus beta bradford burr cauchy chi chi2 cosine expon exponnorm f fisk foldnorm gamma genextreme
    genpareto gompertz gumbel_l gumbel_r halfcauchy halflogistic halfnorm hypsecant invgamma invgauss laplace
    logistic loggamma lognorm lomax maxwell nakagami ncx2 norm pareto pearson3 powerlaw rayleigh rice semicircular
    skewnorm t triang truncexpon truncnorm uniform vonmises wald weibull_max weibull_min
    anglit betaprime burr12 crystalball dgamma dweibull erlang exponpow exponweib fatiguelife foldcauchy gausshyper
    genexpon gengamma genhalflogistic genhyperbolic geninvgauss genlogistic gennorm gibrat halfgennorm invweibull
    jf_skew_t johnsonsb johnsonsu kappa3 kappa4 ksone kstwo kstwobign landau laplace_asymmetric levy levy_l loglaplace
    loguniform mielke moyal ncf nct norminvgauss powerlognorm powernorm rdist recipinvgauss reciprocal rel_breitwigner
    skewcauchy trapezoid truncpareto truncweibull_min tukeylambda vonmises_line wrapcauchy
    betanbinom nchypergeom_fisher nchypergeom_wallenius nhypergeom yulesimon zipfian
    bernoulli betabinom binom boltzmann dlaplace geom hypergeom logser nbinom planck poisson randint skellam zipf
    multivariate_normal dirichlet"""
"""The distributions of scipy.stats, whose methods are functions, too: `scipy.stats:norm.pdf`."""

DISTRIBUTION_METHODS = "pdf logpdf cdf logcdf sf logsf ppf isf pmf logpmf mean var std median entropy stats"

LOOSE = {
    "sct.ops.library:converted": None,
    "numpy:polyfit": (1,),
    "scipy.linalg:lstsq": (1,),
    "scipy.linalg:null_space": None,
    "scipy.linalg:orth": None,
    "scipy.signal:argrelmax": None,
    "scipy.signal:argrelmin": None,
    "scipy.signal:find_peaks": None,
    "scipy.signal:find_peaks_cwt": None,
    "scipy.signal:remez": (),
    "scipy.interpolate:splrep": (0, 1),
}  # fmt: skip
"""Which results have extents that depend on the values; None: all."""

FIXED = {"scipy.linalg:cho_factor": (1,), "scipy.interpolate:splrep": (2,)}
"""Which results repeat an argument that is known while the graph is built."""

KNOWN = {"scipy.ndimage:zoom": "zoom", "scipy.ndimage:rotate": "angle"}
"""The parameters, beside integers, that have to be known while the graph is built: shapes depend on them."""

FREE = frozenset(
    f"scipy.special:{name}"
    for name in ("comb", "factorial", "factorial2", "factorialk", "lambertw", "perm", "spherical_in", "spherical_jn",
                 "spherical_kn", "spherical_yn", "stirling2")
)  # fmt: skip
"""Where integers are data, and no sizes; of distributions, too."""

MODULES = frozenset(FUNCTIONS)
