"""Rare forms of NumPy's array functions in static functions: each line gives what NumPy gives, over dtypes and ranks."""

import numpy as np
import pytest

from tests.runtime.test_numpy_linalg import check

RNG = np.random.default_rng(1)
F = RNG.normal(size=(3, 4))
ARRAYS = {
    "f8": F, "f4": F.astype("f4"), "i4": (F * 10).astype("i4"), "bool": F > 0, "c16": F + 1j * F[::-1], "vector": F[0], "0-d": np.array(2.5),
    "scalar": np.float32(1.5), "empty": np.zeros((0, 3)), "cube": RNG.normal(size=(2, 3, 4)), "ints": np.array([3, 1, 2, 1]), "number": 2.5,
}  # fmt: skip
LINES = """
clip(x,0,1,dtype='f8')|clip(x,0,1,casting='unsafe',dtype='i4')|clip(x,0,None,dtype='f8')|clip(x,0,1,foo=3)|copyto(x,5)|copyto(x,2.5)|copyto(x,2.5,casting='unsafe')|average(x,axis=-1,keepdims=True)|average(x,axis=0,returned=True)|average(x,weights=x,returned=True)|average(x,axis=0,weights=[1,2,3],returned=True)|average(x,returned=True,keepdims=True,axis=-1)|average(x,axis=(0,1),returned=True)
cov(x,fweights=[1,2,1,1])|cov(x,aweights=[1.,2,1,1])|cov(x,fweights=[1,2,1,1],aweights=[1.,2,1,1],ddof=0)|cov(x,x,aweights=[1.,2,1,1])|cov(x,dtype='f4')|cov(x,fweights=[1.5,2,1,1])|cov(x,rowvar=False,aweights=[1,2,3])|delete(x,np.array([True,False,False,True]))|delete(x,np.array([0,-1]),axis=-1)|delete(x,x.astype(int).ravel()[:1]%2)|delete(x,np.int64(1))|delete(x,[])|delete(x,9)|delete(x,np.array([7]))|delete(x,x>0)|delete(x,np.array([1.5]))
insert(x,[0,2],x.ravel()[:2])|insert(x,[0,2],9,axis=-1)|insert(x,[2,0],[[1],[2],[3]],axis=1)|insert(x,slice(0,2),9)|insert(x,[1],[7,8])|insert(x,[1],x[:1],axis=0)|insert(x,[],[])|insert(x,[0,9],[1,2])|insert(x,[1,1],[5,6])|insert(x,[-1,0],5,axis=0)|insert(x,[1],[[1],[2],[3]],axis=1)|insert(x,1,[1,2,3],axis=1)|insert(x,[0,1],x[:2],axis=0)
linspace(x,x+1,3,endpoint=False,retstep=True)|linspace(0,x,1,retstep=True)|linspace(0,x,5,retstep=True,dtype=int)|linspace(0,x,1,endpoint=False,retstep=True)|linspace(0,x,0,retstep=True)|cross(x[...,:2],x[...,:2])|cross(x[...,:2],[1,2,3])|cross(x[...,:3],x[...,:2])|cross(x,x,axis=0)|cross([1,2],x.ravel()[:2])
histogram(x,'auto')|histogram(x,bins='sturges',range=(0,1))|histogram(x,'fd',density=True)|histogram(x,'bad')|histogram_bin_edges(x)|histogram_bin_edges(x,4,(0,1))|histogram_bin_edges(x,'sturges')|histogram_bin_edges(x,[0,1,2])|histogram_bin_edges(x,0)
histogram2d(x.ravel(),x.ravel())|histogram2d(x.ravel(),x.ravel(),bins=3,range=[[0,1],[0,1]])|histogram2d(x.ravel(),x.ravel(),bins=[3,4],density=True)|histogram2d(x.ravel(),x.ravel()[::-1],bins=[0.,1.,2.])|histogram2d(x.ravel(),x.ravel(),bins=[[0,1,2],5],weights=x.ravel())|histogram2d(x.ravel(),x.ravel()[1:])|histogram2d(x.ravel(),x.ravel(),([0,1],[0,1,3]))
kaiser(4,x.ravel()[0])|kaiser(1,x.ravel()[0])|kaiser(5,14)*x.ravel()[0]|diag_indices_from(x)|diag_indices_from(x[...,:3])
apply_along_axis(np.sum,0,x)|apply_along_axis(lambda r:r*2,1,x)|apply_along_axis(lambda r:r.max()-r.min(),-1,x)|apply_along_axis(np.sort,0,x)|apply_along_axis(lambda r,k,p=1:r[:2]*k+p,0,x,3,p=2)|apply_along_axis(lambda r: r[0] if r.sum()>0 else r[1],0,x)|apply_along_axis(np.diag,-1,x)|apply_over_axes(np.sum,x,[0,1])
apply_over_axes(np.max,x,-1)|asarray_chkfinite(x)|asarray_chkfinite(x/x)|asarray_chkfinite([x.ravel()[0],1])|apply_along_axis(lambda r:[r.sum(),1],0,x)|apply_along_axis(lambda r:1,0,x)|apply_along_axis(np.cumsum,5,x)
""".strip().replace("\n", "|").split("|")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("line", LINES)
def test_line(tmp_path, line):
    for x in ARRAYS.values():
        check(tmp_path, f"np.{line}", x=x)
