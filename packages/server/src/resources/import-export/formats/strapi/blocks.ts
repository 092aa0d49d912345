import { escapeAttribute, escapeText } from 'entities'

import { isSafeAddress } from '../links.ts'
import { listOf, type Row, rowOf, textOf } from '../rows.ts'

/** Elements of marks, from the innermost to the outermost. */
const MARKS: Readonly<Record<string, string>> = {
  code: 'code',
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strikethrough: 's',
}

/**
 * Converts a text of the blocks editor to HTML. Images keep their addresses in Strapi, which the import replaces.
 * @param onUnknown called for a block that has no equivalent in HTML; only its words are kept
 */
export function blocksToHtml(blocks: unknown, onUnknown: (type: string) => void): string {
  // The editor always adds an empty paragraph at the end.
  return blocksIn(blocks, onUnknown).replace(/(?:<p><\/p>)+$/, '')
}

const blocksIn = (blocks: unknown, onUnknown: (type: string) => void): string =>
  listOf(blocks)
    .map((block) => blockToHtml(rowOf(block), onUnknown))
    .join('')

function blockToHtml(block: Row, onUnknown: (type: string) => void): string {
  const type = textOf(block['type'])
  const inner = () => blocksIn(block['children'], onUnknown)
  switch (type) {
    case 'text':
      return textToHtml(block)
    case 'paragraph':
      return `<p>${inner()}</p>`
    case 'quote':
      return `<blockquote><p>${inner()}</p></blockquote>`
    case 'heading': {
      const level = [1, 2, 3, 4, 5, 6].find((one) => one === block['level']) ?? 2
      return `<h${level}>${inner()}</h${level}>`
    }
    case 'link': {
      const url = textOf(block['url'])
      return url !== '' && isSafeAddress(url)
        ? `<a href="${escapeAttribute(url)}">${inner()}</a>`
        : inner()
    }
    case 'list':
      return listToHtml(block, onUnknown)
    case 'code':
      return codeToHtml(block)
    case 'image':
      return imageToHtml(rowOf(block['image']))
    default:
      if (type !== 'list-item') onUnknown(type)
      return inner()
  }
}

function textToHtml(text: Row): string {
  return Object.entries(MARKS).reduce(
    (html, [mark, element]) => (text[mark] === true ? `<${element}>${html}</${element}>` : html),
    escapeText(textOf(text['text'])).replaceAll('\n', '<br>'),
  )
}

/** Converts a list. A nested list follows its item in Strapi, but is a part of it in HTML. */
function listToHtml({ format, children }: Row, onUnknown: (type: string) => void): string {
  const items: string[] = []
  for (const child of listOf(children).map(rowOf)) {
    const html = blockToHtml(child, onUnknown)
    if (child['type'] === 'list' && items.length > 0) items.push((items.pop() ?? '') + html)
    else items.push(html)
  }
  const element = format === 'ordered' ? 'ol' : 'ul'
  return `<${element}>${items.map((item) => `<li>${item}</li>`).join('')}</${element}>`
}

function codeToHtml({ language, children }: Row): string {
  const name = textOf(language).replaceAll(/[^\w+-]/g, '')
  const code = listOf(children)
    .map((child) => escapeText(textOf(rowOf(child)['text'])))
    .join('')
  return `<pre><code${name && ` class="language-${name}"`}>${code}</code></pre>`
}

function imageToHtml({ url, alternativeText, caption }: Row): string {
  const address = textOf(url)
  if (address === '' || !isSafeAddress(address)) return ''
  const image = `<img src="${escapeAttribute(address)}" alt="${escapeAttribute(textOf(alternativeText))}">`
  const words = textOf(caption)
  return words
    ? `<figure>${image}<figcaption>${escapeText(words)}</figcaption></figure>`
    : `<p>${image}</p>`
}
