// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { Link } from 'react-aria-components/Link'
import { afterEach, expect, test } from 'vitest'

import { followLinks } from './follow-links.ts'

let stop = () => {}
afterEach(() => stop())

/** Returns where the router goes when an element is clicked; undefined if the browser handles the click. */
function clicked(html: string, how: MouseEventInit = {}): string | undefined {
  let went: string | undefined
  stop = followLinks(document, (path) => (went = path))
  document.body.innerHTML = html
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...how })
  document.querySelector('[data-at]')?.dispatchEvent(event)
  stop()
  expect(event.defaultPrevented).toBe(went !== undefined)
  return went
}

const link = (more = '') => `<a data-rac href="/blog/objects?a=1#b" ${more}><b data-at></b></a>`

test('the router follows a link of the design system, also in a row', () => {
  expect(clicked(link())).toBe('/blog/objects?a=1#b')
  expect(clicked('<div data-rac><a href="/projects" data-at></a></div>')).toBe('/projects')
})

test('the router follows links of React Aria, whose clicks do not propagate', () => {
  let went: string | undefined
  stop = followLinks(document, (path) => (went = path))
  document.body.innerHTML = ''
  render(createElement(Link, { href: '/projects' }, 'Projects'))
  fireEvent.click(screen.getByRole('link'))
  expect(went).toBe('/projects')
})

test.each([
  ['to another tab', link('target="_blank"'), {}],
  ['with a key that opens a tab', link(), { ctrlKey: true }],
  ['to be saved', link('download'), {}],
  ['to another site', '<a data-rac data-at href="https://example.com/a"></a>', {}],
  ['of other content', '<a data-at href="/v3/file"></a>', {}],
])('the browser follows a link %s', (_what, html, how) => {
  expect(clicked(html, how)).toBeUndefined()
})
