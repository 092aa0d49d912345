import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

function channel(hex: string, start: number): number {
  const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

// https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [a, b]
    .map((hex) => 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5))
    .sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function tokensOf(theme: 'light' | 'dark'): (name: string) => string {
  const pairs = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)]
  const values = new Map(
    pairs.map(([, name = '', light = '', dark = '']) => [name, theme === 'light' ? light : dark]),
  )
  return (name) => {
    const value = values.get(name)
    if (!value) throw new Error(`no colour token --${name}`)
    return value
  }
}

const inks = ['ink', 'ink-2', 'ink-3', 'accent-text', 'green', 'amber', 'blue', 'red']
const papers = ['paper', 'surface', 'sunken', 'hover', 'selected', 'floating']

const pairs = [
  ...inks.flatMap((ink) => papers.map((paper) => [ink, paper, 4.5] as const)),
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  ['on-accent', 'accent-pressed', 4.5],
  ['on-check', 'check', 4.5],
  ['on-red', 'red', 4.5],
  ['on-red', 'red-hover', 4.5],
  ['green', 'add', 4.5],
  ['red', 'del', 4.5],
  ['ink-2', 'pressed', 4.5],
  ['focus', 'paper', 3],
  ['focus', 'hover', 3],
  ['check', 'paper', 3],
  ['check', 'selected', 3],
  ['line-control', 'surface', 3],
  ['line-control', 'paper', 3],
] as const

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  const token = tokensOf(theme)
  test.each(pairs)('%s on %s has a contrast of at least %d:1', (ink, paper, least) => {
    expect(contrast(token(ink), token(paper))).toBeGreaterThanOrEqual(least)
  })
})
