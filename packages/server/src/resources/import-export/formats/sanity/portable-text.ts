import { linkToObject } from '@typecase/contract/object-links'
import { isRecord } from '@typecase/contract/field-values/value-check'
import { type PortableTextOptions, toHTML } from '@portabletext/to-html'
import { escapeAttribute, escapeText } from 'entities'

import { listOf, type Row, rowOf, textOf } from '../rows.ts'
import { isSafeAddress } from '../links.ts'
import type { DisplayedAsset } from './assets.ts'
import { assetIn, referredId } from './documents.ts'

/** The documents and assets that parts of a text refer to. */
export interface TextTargets {
  /** @returns undefined for a document that is not imported */
  object(id: string): { readonly id: string; readonly title: string } | undefined
  asset(value: Row): DisplayedAsset | undefined
  /** Called for a part that has no equivalent in HTML; only its words are kept. */
  onUnknown(type: string): void
}

const STYLES = new Set(['normal', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'])
/** Elements of the marks that are not links. */
const DECORATORS: Readonly<Record<string, string>> = {
  strong: 'strong',
  em: 'em',
  code: 'code',
  underline: 'u',
  'strike-through': 's',
  sup: 'sup',
  sub: 'sub',
  highlight: 'mark',
}
const RULES = new Set(['break', 'hr', 'divider', 'separator', 'horizontalRule'])

/** Whether a value is Portable Text with at least one block of text. */
export const isPortableText = (value: unknown): boolean =>
  listOf(value).some((part) => isBlock(part))

const isBlock = (part: unknown): part is Row =>
  isRecord(part) && part['_type'] === 'block' && Array.isArray(part['children'])

/** Converts Portable Text to HTML. References in it become links, and images are shown. */
export function portableTextToHtml(value: unknown, targets: TextTargets): string {
  if (typeof value === 'string') return value === '' ? '' : `<p>${asHtml(value)}</p>`
  let level = 0
  const blocks = listOf(value)
    .filter(isRecord)
    .filter((part) => part['_type'] !== 'block' || isBlock(part))
    .map((part) => {
      const next = levelOf(part)
      // A list that begins deeper than one level would become lists without items.
      level = Math.min(next, level + 1)
      return isBlock(part) ? blockOf(part, level, targets) : customOf(part)
    })
  return toHTML(blocks, componentsFor(targets))
}

/** Returns only the parts of a block that the renderer knows, since other shapes make it fail. */
function blockOf(
  { children, markDefs, style, listItem }: Row,
  level: number,
  targets: TextTargets,
) {
  const links = new Map(
    listOf(markDefs)
      .filter(isRecord)
      .flatMap((mark) => {
        const href = hrefOf(mark, targets)
        return href === undefined ? [] : [[textOf(mark['_key']), href] as const]
      }),
  )
  return {
    _type: 'block',
    style: STYLES.has(textOf(style)) ? textOf(style) : 'normal',
    ...(level > 0 && { listItem: listItem === 'number' ? 'number' : 'bullet', level }),
    markDefs: [...links].map(([key, href]) => ({ _type: 'link', _key: key, href })),
    children: listOf(children)
      .filter(isRecord)
      .map((child) =>
        typeof child['text'] === 'string' && (child['_type'] ?? 'span') === 'span'
          ? {
              _type: 'span',
              text: child['text'],
              marks: listOf(child['marks'])
                .map(textOf)
                .filter((mark) => Object.hasOwn(DECORATORS, mark) || links.has(mark)),
            }
          : customOf(child),
      ),
  }
}

/** Returns the level of a list item; 0 for any other part. */
function levelOf({ listItem, level }: Row): number {
  if (typeof listItem !== 'string') return 0
  return typeof level === 'number' ? Math.max(1, Math.round(level)) : 1
}

const customOf = (part: Row) => ({ _type: 'custom', part })

function componentsFor(targets: TextTargets): PortableTextOptions {
  return {
    onMissingComponent: false,
    components: {
      hardBreak: () => '<br>',
      escapeHTML: escapeText,
      types: {
        custom: ({ value, isInline }: { value: { part: Row }; isInline: boolean }) =>
          isInline ? inlineOf(value.part, targets) : partOf(value.part, targets),
      },
      marks: {
        link: ({ children, value }: { children: string; value?: { href: string } }) =>
          link(value?.href, children),
        ...Object.fromEntries(
          Object.entries(DECORATORS).map(([mark, element]) => [
            mark,
            ({ children }: { children: string }) => `<${element}>${children}</${element}>`,
          ]),
        ),
      },
    },
  }
}

/** Returns the target of a mark: an address, or a document that any of its properties refers to. */
function hrefOf(mark: Row, targets: TextTargets): string | undefined {
  for (const value of [mark, ...Object.values(mark)]) {
    const id = referredId(value)
    const object = id === undefined ? undefined : targets.object(id)
    if (object) return linkToObject(object.id)
  }
  const href = textOf(mark['href']) || textOf(mark['url'])
  return href !== '' && isSafeAddress(href) ? href : undefined
}

function inlineOf(part: Row, targets: TextTargets): string {
  const id = referredId(part)
  if (id !== undefined) return objectLink(id, targets)
  if (assetIn(part)) return assetHtml(part, targets)
  const words = Object.entries(part).flatMap(([key, value]) =>
    key.startsWith('_') ? [] : textOf(value) || [],
  )
  targets.onUnknown(textOf(part['_type']))
  return asHtml(words.join(' '))
}

/** Converts a part of a text that is not a block of words. */
function partOf(part: Row, targets: TextTargets): string {
  const id = referredId(part)
  if (id !== undefined) return paragraph(objectLink(id, targets))
  if (assetIn(part)) {
    const html = assetHtml(part, targets)
    const caption = textOf(part['caption'])
    return caption && html.startsWith('<img')
      ? `<figure>${html}<figcaption>${asHtml(caption)}</figcaption></figure>`
      : paragraph(html)
  }
  const type = textOf(part['_type'])
  const { code, language, html, url, rows } = part
  if (RULES.has(type)) return '<hr>'
  if (typeof code === 'string') {
    const name = textOf(language).replaceAll(/[^\w+-]/g, '')
    return `<pre><code${name && ` class="language-${name}"`}>${escapeText(code)}</code></pre>`
  }
  if (typeof html === 'string' && /html|embed/i.test(type)) return html
  if (Array.isArray(rows) && rows.every((row) => Array.isArray(rowOf(row)['cells'])))
    return tableOf(rows)
  if (typeof url === 'string' && /^https?:/.test(url))
    return paragraph(link(url, escapeText(textOf(part['title']) || url)))
  targets.onUnknown(type)
  return wordsOf(part, targets)
}

/** Converts the words, texts and images of a part, one after the other. */
function wordsOf(part: Row, targets: TextTargets): string {
  return Object.entries(part)
    .filter(([key]) => !key.startsWith('_'))
    .map(([, value]) => {
      if (typeof value === 'string') return paragraph(asHtml(value))
      if (isPortableText(value)) return portableTextToHtml(value, targets)
      const parts = Array.isArray(value) ? listOf(value) : [value]
      return parts
        .map((one) => {
          if (typeof one === 'string') return paragraph(asHtml(one))
          if (!isRecord(one)) return ''
          const isTarget = referredId(one) !== undefined || assetIn(one)
          return isTarget ? partOf(one, targets) : wordsOf(one, targets)
        })
        .join('')
    })
    .join('')
}

function tableOf(rows: readonly unknown[]): string {
  const cells = (row: unknown) =>
    listOf(rowOf(row)['cells']).map((cell) => `<td>${asHtml(textOf(cell))}</td>`)
  return `<table>${rows.map((row) => `<tr>${cells(row).join('')}</tr>`).join('')}</table>`
}

function objectLink(id: string, targets: TextTargets): string {
  const object = targets.object(id)
  return object ? link(linkToObject(object.id), escapeText(object.title)) : ''
}

function assetHtml(part: Row, targets: TextTargets): string {
  const asset = targets.asset(part)
  if (!asset) return ''
  return asset.kind === 'image'
    ? `<img src="${escapeAttribute(asset.src)}" alt="${escapeAttribute(asset.alt)}">`
    : link(asset.src, escapeText(asset.title))
}

const asHtml = (text: string): string => escapeText(text).replaceAll('\n', '<br>')
const paragraph = (html: string): string => (html === '' ? '' : `<p>${html}</p>`)
const link = (href: string | undefined, html: string): string =>
  href === undefined ? html : `<a href="${escapeAttribute(href)}">${html}</a>`
