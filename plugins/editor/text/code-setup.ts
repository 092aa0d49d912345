import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'

import { jsonErrors } from './json-errors.ts'

export type CodeLanguage = 'html' | 'json' | 'markdown'

/** Colours of code from design tokens, which reach into the shadow root and follow the theme. */
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.tagName, tags.bool, tags.null], color: 'var(--blue)' },
  { tag: [tags.string, tags.attributeValue, tags.url], color: 'var(--green)' },
  { tag: [tags.number, tags.attributeName, tags.propertyName], color: 'var(--amber)' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: 'var(--ink-3)' },
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--red)' },
])

const look = EditorView.theme({
  '&': { font: 'var(--text-code)', color: 'var(--ink)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    font: 'inherit',
    lineHeight: '20px',
    maxHeight: 'var(--code-height)',
    minHeight: '88px',
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 10px' },
  '.cm-error': {
    textDecoration: 'underline wavy var(--red)',
    textUnderlineOffset: '3px',
  },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    {
      background: 'var(--focus-halo)',
    },
})

/** Distance in px that the caret keeps from the edges of the window. The page's bar and the tools cover the top. */
const scrollMargins = { top: 130, bottom: 24 }

/** The base of every code editor. Tab is left to the page, because the editor must not be a keyboard trap. */
export const codeSetup: Extension = [
  history(),
  drawSelection(),
  indentOnInput(),
  EditorView.lineWrapping,
  EditorView.scrollMargins.of(() => scrollMargins),
  keymap.of([...defaultKeymap, ...historyKeymap]),
  syntaxHighlighting(colours),
  look,
]

export async function loadLanguage(language: CodeLanguage): Promise<Extension> {
  switch (language) {
    case 'html':
      return (await import('@codemirror/lang-html')).html()
    case 'json':
      return [(await import('@codemirror/lang-json')).json(), jsonErrors]
    default:
      return (await import('@codemirror/lang-markdown')).markdown()
  }
}
