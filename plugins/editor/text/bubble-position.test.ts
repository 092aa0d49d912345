import { expect, test } from 'vitest'

import { bubblePosition } from './bubble-position.ts'

const line = (top: number, left: number) => ({ left, right: left, top, bottom: top + 20 })
const around = {
  bubble: { width: 160, height: 36 },
  frame: { left: 100, right: 700, top: 80, bottom: 900 },
  coveredUntil: 120,
  window: { height: 800 },
  isTouch: false,
}

test.each([
  ['above the middle of what is selected', line(400, 300), line(400, 500), {}, [220, 278]],
  ['within the frame', line(400, 110), line(400, 130), {}, [6, 278]],
  ['within the frame, to the right', line(400, 660), line(400, 690), {}, [434, 278]],
  ['where several lines begin', line(400, 300), line(440, 200), {}, [200, 278]],
  ['below the first line', line(130, 300), line(130, 500), {}, [220, 76]],
  ['below on a touch screen', line(400, 300), line(400, 500), { isTouch: true }, [220, 346]],
  ['in view of a long selection', line(-900, 300), line(790, 500), {}, [200, 46]],
])('the bubble is %s', (_where, start, end, more, [left, top]) => {
  expect(bubblePosition({ ...around, ...more, start, end })).toEqual({ left, top })
})
