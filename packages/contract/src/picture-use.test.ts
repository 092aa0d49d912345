import { describe, expect, test } from 'vitest'

import { focalPointIn, readFileUse, withUse, writeFileUse } from './picture-use.ts'

const name = '6560000000000000000000aa-storm.png'
const use = { rect: [77, 45, 2245, 1263], focalPoint: [0.52, 0.27] } as const

describe('a value of a file field', () => {
  test.each([
    ['a name', name, {}],
    ['a name with a use', `${name}?rect=77,45,2245,1263&fp-x=0.52&fp-y=0.27`, use],
    ['an address', `https://cms.example/media/${name}?w=400`, {}],
    [
      'an address of a use',
      `https://x.example/media/rect=77,45,2245,1263&fp-x=0.52&fp-y=0.27/${name}`,
      use,
    ],
    [
      'one of a private bucket',
      `https://x.example/media/abc.def-1.r2.fp-x=0.1&fp-y=1/${name}`,
      { focalPoint: [0.1, 1] },
    ],
    [
      'one whose comma is escaped',
      `/media/rect%3D1%2C2%2C3%2C4/${name}?auto=format`,
      { rect: [1, 2, 3, 4] },
    ],
    [
      'one with both: the query counts',
      `/media/rect=1,2,3,4/${name}?rect=5,6,7,8`,
      { rect: [5, 6, 7, 8] },
    ],
    ['half a focal point', `${name}?fp-x=0.2`, { focalPoint: [0.2, 0.5] }],
  ])('may be %s', (_what, written, expected) => {
    expect(readFileUse(written)).toEqual({ name, use: expected })
  })

  test.each([
    'rect=1,2,3',
    'rect=1,2,0,4',
    'rect=a,b,c,d',
    'rect=-1,2,3,4',
    'fp-x=2',
    'fp-y=-1',
    'fp-x=%00',
  ])('%s is refused', (parameters) => {
    expect(() => readFileUse(`${name}?${parameters}`)).toThrow(RangeError)
  })

  test('is written as it was read, and without a use as the name alone', () => {
    expect(readFileUse(writeFileUse({ name, use }))).toEqual({ name, use })
    expect(writeFileUse({ name, use: {} })).toBe(name)
  })
})

test('the parameters of a use go into an address, in place of former ones', () => {
  const part = 'rect=1,2,3,4'
  const one = { rect: [1, 2, 3, 4] } as const
  for (const [address, expected] of [
    [`https://x.example/media/${name}`, `https://x.example/media/${part}/${name}`],
    [`https://x.example/media/r1/${name}`, `https://x.example/media/r1.${part}/${name}`],
    [`https://x.example/media/fp-x=0&fp-y=0/${name}`, `https://x.example/media/${part}/${name}`],
    [`/media/abc.d-e.r2.rect=5,6,7,8/${name}`, `/media/abc.d-e.r2.${part}/${name}`],
  ] as const)
    expect(withUse(address, one)).toBe(expected)
  expect(withUse(`/media/r1.${part}/${name}`, {})).toBe(`/media/r1/${name}`)
})

test('the focal point of a file is read from its metadata, and an invalid one is ignored', () => {
  expect(focalPointIn({ focal_point: { x: 0.5, y: 0 } })).toEqual([0.5, 0])
  for (const other of [null, {}, { focal_point: 'left' }, { focal_point: { x: 2, y: 0 } }])
    expect(focalPointIn(other)).toBeUndefined()
})
