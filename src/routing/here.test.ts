// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'

import { createHere } from './here.ts'

afterEach(() => document.body.replaceChildren())

test('the current field is the one with the focus, or the one before a dialog took the focus', () => {
  const here = createHere({ document, router: () => Promise.reject as never })
  document.body.innerHTML = `
    <main><button></button><div data-path="metadata.seo"><div data-path="metadata.seo.text"><input></div></div></main>
    <div role="dialog"><input></div>`
  const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus()
  expect(here.field()).toBeUndefined()
  focus('main input')
  expect(here.field()).toBe('metadata.seo.text')
  focus('[role="dialog"] input')
  expect(here.field()).toBe('metadata.seo.text')
  focus('main button')
  expect(here.field()).toBeUndefined()
})
