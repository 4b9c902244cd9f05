"""Arrays seen in another way (`view`, `as_strided`), as lists, and with more elements at run-time places."""

import pytest

from tests.runtime.expressions import check, lines_of

LINES = r"""
v.view(np.int64)
v.view('uint64')
v.view(np.float32)
v.view(float)
v.view(type=np.ndarray)
v.view(np.ndarray)
v.view(np.complex64)
x=v.view(np.int64);;x[0]=5;;v
x=v.view(np.int64);;x+=5;;v,x
mc.view(float)
x=mc.view(float);;x[:,1::2]=7;;mc
m.view(np.complex128)
fm.view(np.int64)
m.T.view(np.int64)
m.T.view(np.float32)
fm.view(np.float32)
m[:,::2].view(np.float32)
m[:,::2].view(np.int64)
m[:0].view(np.int32)
f4.view(np.uint32)>>23
f4.view(np.int32)
x=f4*2;;y=x.view(np.int32);;y[y>0]=0;;x
y=f4.view(np.int32);;y=0x5f3759df-(y>>1);;y=y.view(np.float32);;y*(1.5-0.5*np.abs(f4)*y*y)
u8.view(np.int8)
u8[:4].view(np.uint32)
u8[:5].view(np.uint16)
b.view(np.uint8)
b.view(np.int8).sum()
s.view(np.int64)
z0.view(np.int64)
z0.view(np.float32)
!u8.view(bool)
!v.view('S8')
!v.view([('a','f8')])
!v.view('>f8')
np.lib.stride_tricks.as_strided(v,(4,3),(8,8))
np.lib.stride_tricks.as_strided(v,shape=(len(v)-2,3),strides=(v.strides[0],v.strides[0])).sum(axis=1)
np.lib.stride_tricks.as_strided(m,(2,2,2,2),m.strides*2)
np.lib.stride_tricks.as_strided(fm,(2,2,2,2),fm.strides*2)
np.lib.stride_tricks.as_strided(m.T,(2,2,2,2),m.T.strides*2).sum(axis=(2,3))
np.lib.stride_tricks.as_strided(v,(5,6),(0,8))
np.lib.stride_tricks.as_strided(v,(5,2),(8,8),writeable=False)
np.lib.stride_tricks.as_strided(v)
x=np.lib.stride_tricks.as_strided(v,(3,2),(16,8));;x[1]=7;;v,x
x=np.lib.stride_tricks.as_strided(v,(4,3),(8,8));;v[1]=7;;x.sum(),v
x=np.lib.stride_tricks.as_strided(sq,(len(sq),),(sum(sq.strides),));;x[:]=0;;sq
x=np.lib.stride_tricks.as_strided(sq,(len(sq),),(sum(sq.strides),));;x+=1;;sq,x
np.einsum('ijkl,kl->ij',np.lib.stride_tricks.as_strided(m,(2,2,2,2),m.strides+m.strides),np.ones((2,2)))
x=np.lib.stride_tricks.as_strided(v,(5,2),(8,8));;r=[float(x[n].max()) for n in range(5)];;r
!np.lib.stride_tricks.as_strided(v,(99,3),(8,8))
!np.lib.stride_tricks.as_strided(v[::-1],(2,2),(-8,-8))
x=np.lib.stride_tricks.as_strided(v,(4,3),(8,8));;x[1]=7;;v
x=np.lib.stride_tricks.as_strided(v,(4,3),(8,8));;x[x>2]=v[3];;v,x
x=np.lib.stride_tricks.as_strided(fm,(3,2),(8,8));;x[1:][0,:]=np.array(5);;fm
!x=np.lib.stride_tricks.as_strided(v,(4,3),(8,8));;x[1]=v[:3]
(np.arange(100)*s).tolist()
(np.arange(100)*k).tolist()
np.flatnonzero(v>0).tolist()
r=[];;r.extend(np.flatnonzero(v>0).tolist());;r.append(7);;r
np.tile(m,(30,1)).tolist()
np.tile(b,30).tolist()
np.tile(u8,30).tolist()
np.tile(c,30).tolist()
np.tile(t3,(10,1,1)).tolist()
sum(np.tile(iv,30).tolist())
x=np.tile(i,20).tolist();;x.sort();;x
x=np.tile(i,20).tolist();;y=x;;y[3]=100;;x,y is x,len(x),max(x),x.index(100)
v[v>5].tolist()
sorted(v[v>0].tolist())
!np.tile(u8.astype('u8'),30).tolist()
!np.tile(sq,(1,40)).tolist()
np.roots(v)
np.roots(iv)
np.roots(c)
np.roots(sp)
np.roots([1,s,-1])
np.roots(np.zeros(2)*s)
r=np.roots(v);;np.sort(r[np.isreal(r)].real)
np.roots(f4)
np.poly(sq)
np.poly(sq@sq.T)
np.poly(c)
np.poly(im[:3,:3])
np.poly(np.array([1+1j,1-1j])*k)
np.insert(v,k,5.0)
np.insert(v,-k,5.0)
np.insert(v,j%3,5.0)
np.insert(v,j[:3]%3,[1.,2.,3.])
np.insert(v,j[:1]%3,[1.,2.,3.])
np.insert(v,k,[1.,2.,3.])
np.insert(m,k,0.0,axis=0)
np.insert(m,k,m[0],axis=0)
np.insert(m,k,m[:,0],axis=1)
np.insert(m,j[:2]%3,m[:,:2],axis=1)
np.insert(v,b,3)
np.insert(v[v>0],0,9.0)
np.insert(np.sort(v),np.searchsorted(np.sort(v),s),s)
np.insert(v,k*100,5.0)
np.insert(iv,k,2.7)
!np.insert(v[v>0],slice(0,1),9.0)
"""


@pytest.mark.parametrize("line", lines_of(LINES))
def test_line(line):
    check(line)
