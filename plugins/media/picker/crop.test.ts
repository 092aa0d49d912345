import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  cropOf,
  dragFrame,
  type Frame,
  type Handle,
  ofRatio,
  scaleFrame,
  pictureUse,
  within,
} from './crop.ts'

const size = { width: 2400, height: 1800 }
const whole = { left: 0, top: 0, ...size }
const media = { ...size, metadata: {} }

describe('a frame', () => {
  test('with a ratio is the largest one around the same centre', () => {
    expect(ofRatio(whole, 16 / 9, size)).toEqual({ left: 0, top: 225, width: 2400, height: 1350 })
    expect(ofRatio(whole, 1, size)).toEqual({ left: 300, top: 0, width: 1800, height: 1800 })
  })

  test('is scaled within the picture and keeps its proportions', () => {
    const frame = { left: 100, top: 100, width: 400, height: 200 }
    expect(scaleFrame(frame, 0.5, size)).toEqual({ left: 200, top: 150, width: 200, height: 100 })
    expect(scaleFrame(frame, 100, size)).toEqual({ left: 0, top: 0, width: 2400, height: 1200 })
  })

  test('follows a dragged handle, while the opposite corner and a chosen ratio stay', () => {
    const frame = { left: 100, top: 100, width: 400, height: 200 }
    expect(dragFrame(frame, [-1, -1], [50, 20], undefined, size)).toEqual({
      left: 150,
      top: 120,
      width: 350,
      height: 180,
    })
    expect(dragFrame(frame, [1, 1], [100, 0], 2, size)).toEqual({
      left: 100,
      top: 100,
      width: 500,
      height: 250,
    })
    expect(dragFrame(frame, [0, 1], [0, 50], 2, size)).toMatchObject({ width: 500, height: 250 })
  })

  const frames = fc
    .record({
      left: fc.integer({ min: -500, max: 3000 }),
      top: fc.integer({ min: -500, max: 3000 }),
      width: fc.integer({ min: 0, max: 4000 }),
      height: fc.integer({ min: 0, max: 4000 }),
    })
    .map((frame) => within(frame, size))
  const isWithin = ({ left, top, width, height }: Frame) =>
    left >= 0 &&
    top >= 0 &&
    width >= 10 &&
    height >= 10 &&
    left + width <= size.width &&
    top + height <= size.height

  test('stays within the picture after any change', () => {
    const side = fc.constantFrom(-1 as const, 0 as const, 1 as const)
    const handles: fc.Arbitrary<Handle> = fc.tuple(side, side)
    const moves = fc.tuple(
      fc.integer({ min: -5000, max: 5000 }),
      fc.integer({ min: -5000, max: 5000 }),
    )
    const shapes = fc.constantFrom(undefined, 1, 16 / 9, 4 / 5)
    fc.assert(
      fc.property(frames, handles, moves, shapes, (frame, handle, by, ratio) => {
        expect(isWithin(dragFrame(frame, handle, by, ratio, size))).toBe(true)
        expect(isWithin(scaleFrame(frame, 1 + by[0] / 5000, size))).toBe(true)
      }),
    )
  })

  test('is read as it was written, with its focal point', () => {
    fc.assert(
      fc.property(frames, fc.tuple(fc.nat(100), fc.nat(100)), (frame, [x, y]) => {
        const focal = [
          frame.left + (x / 100) * frame.width,
          frame.top + (y / 100) * frame.height,
        ] as const
        const read = cropOf(media, pictureUse({ frame, focal }, size))
        expect(read.frame).toEqual(frame)
        expect(read.focal?.[0]).toBeCloseTo(focal[0], 6)
        expect(read.focal?.[1]).toBeCloseTo(focal[1], 6)
      }),
    )
  })
})

test('a whole picture is written without details, and a focal point beyond the frame at its edge', () => {
  expect(pictureUse({ frame: whole, focal: undefined }, size)).toEqual({})
  const frame = { left: 1200, top: 0, width: 1200, height: 1800 }
  expect(pictureUse({ frame, focal: [600, 900] }, size)).toEqual({
    rect: [1200, 0, 1200, 1800],
    focalPoint: [0, 0.5],
  })
})

test('a use without its own focal point starts with that of the file', () => {
  const metadata = { focal_point: { x: 0.5, y: 0.25 } }
  expect(cropOf({ ...size, metadata }, {}).focal).toEqual([1200, 450])
})
