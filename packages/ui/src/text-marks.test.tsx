// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { announce, Announcer } from './announcer.tsx'
import { hueOf, initialsOf } from './avatar.tsx'
import { DiffText } from './diff-text.tsx'
import { loadEmojiGroups, searchEmoji } from './emoji-data.ts'
import { Highlight } from './highlight.tsx'
import { dateOf, isoOf } from './iso-date.ts'

describe('highlight', () => {
  test.each<[string, [number, number][], string]>([
    ['nothing', [], 'Find and replace'],
    [
      'two ranges, out of order',
      [
        [9, 11],
        [0, 4],
      ],
      '[Find] and [re]place',
    ],
    [
      'overlapping ranges',
      [
        [0, 3],
        [2, 4],
      ],
      '[Fin][d] and replace',
    ],
    [
      'a range inside another',
      [
        [0, 8],
        [5, 8],
      ],
      '[Find and] replace',
    ],
  ])('marks %s', (_name, ranges, expected) => {
    const { container } = render(<Highlight text="Find and replace" ranges={ranges} />)
    const texts = [...container.childNodes].map((node) =>
      node.nodeName === 'MARK' ? `[${node.textContent}]` : node.textContent,
    )
    expect(texts.join('')).toBe(expected)
  })
})

test('a diff is exposed as a deletion and an insertion', () => {
  render(
    <DiffText
      parts={[
        { kind: 'remove', text: 'colour' },
        { kind: 'add', text: 'color' },
        { kind: 'same', text: ' on paper' },
      ]}
    />,
  )
  expect(screen.getByRole('deletion').textContent).toBe('colour')
  expect(screen.getByRole('insertion').textContent).toBe('color')
})

test.each([
  ['Ada Byron', 'AB'],
  ['Joseph Mallord William Turner', 'JT'],
  ['grace@example.com', 'G'],
  ['  émilie  ', 'É'],
  ['', ''],
])('initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('the hue of a name is stable, and differs from that of another name', () => {
  expect(hueOf('Ada Byron')).toBe(hueOf('Ada Byron'))
  expect(hueOf('Ada Byron')).not.toBe(hueOf('Mary Somerville'))
})

test('a text announced twice is read twice', () => {
  const { container } = render(<Announcer />)
  const regions = () =>
    [...container.querySelectorAll('[aria-live=polite]')].map((region) => region.textContent)
  act(() => announce('Saved'))
  const first = regions()
  act(() => announce('Saved'))
  expect(first.toSorted()).toEqual(['', 'Saved'])
  expect(regions()).toEqual(first.toReversed())
})

describe('ISO dates', () => {
  test.each([
    ['2007-03-12', false, '2007-03-12'],
    ['2007-03-12T09:30:00', false, '2007-03-12'],
    ['2026-11-21T09:00', true, '2026-11-21T09:00'],
    ['2007-02-30', false, null],
    ['next week', false, null],
    ['', false, null],
    [null, true, null],
  ])('%j (time: %j) is read as %j', (text, hasTime, expected) => {
    expect(isoOf(dateOf(text, hasTime), hasTime)).toBe(expected)
  })
})

test('emoji are found by the beginning of any word, the best match first', async () => {
  const groups = await loadEmojiGroups()
  const names = searchEmoji(groups, 'cat').map(({ name }) => name)
  expect(names[0]).toMatch(/^cat/)
  expect(names).toContain('grinning cat')
  expect(names).not.toContain('mosquito')
  expect(searchEmoji(groups, 'thumbs up')[0]?.emoji).toBe('👍')
})
