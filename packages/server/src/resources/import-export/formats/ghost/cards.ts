import { escapeAttribute, escapeText } from 'entities'
import MarkdownIt from 'markdown-it'

import { isSafeAddress } from '../links.ts'
import { listOf, type Row, rowOf, textOf } from '../rows.ts'

/** Renders Markdown as Ghost does: HTML stays unchanged, like that of other cards. */
const markdownCard = new MarkdownIt({ html: true, breaks: true, linkify: true })

/** The HTML of each card of Ghost's editors, by its name. Cards that only e-mails show have none. */
const CARDS: Readonly<Record<string, (card: Row) => string>> = {
  image: imageCard,
  gallery: ({ images, caption }) =>
    listOf(images)
      .map((image) => imageCard(rowOf(image)))
      .join('') + wordsOf(caption),
  html: ({ html }) => textOf(html),
  markdown: ({ markdown }) => markdownCard.render(textOf(markdown)).trimEnd(),
  codeblock: ({ code, language, caption }) => {
    const name = textOf(language).replaceAll(/[^\w+-]/g, '')
    const attribute = name && ` class="language-${name}"`
    return `<pre><code${attribute}>${escapeText(textOf(code))}</code></pre>${wordsOf(caption)}`
  },
  horizontalrule: () => '<hr>',
  bookmark: ({ url, metadata, caption }) => {
    const { title, description } = rowOf(metadata)
    const words = textOf(description) && `<br>${asHtml(textOf(description))}`
    const address = textOf(url)
    if (address === '') return wordsOf(caption)
    return paragraph(linkTo(address, asHtml(textOf(title) || address)) + words) + wordsOf(caption)
  },
  embed: ({ html, url, caption }) =>
    textOf(html)
      ? figure(textOf(html), caption)
      : paragraph(linkTo(url, asHtml(textOf(url)))) + wordsOf(caption),
  video: ({ src, caption, thumbnailSrc, customThumbnailSrc }) => {
    const picture = textOf(customThumbnailSrc) || thumbnailSrc
    const poster = isAddress(picture) ? attribute('poster', picture) : ''
    return isAddress(src)
      ? figure(`<video${attribute('src', src)}${poster} controls></video>`, caption)
      : ''
  },
  audio: ({ src, title }) =>
    isAddress(src)
      ? `${paragraph(asHtml(textOf(title)))}<audio${attribute('src', src)} controls></audio>`
      : '',
  file: ({ src, fileTitle, fileName, fileCaption }) =>
    paragraph(linkTo(src, asHtml(textOf(fileTitle) || textOf(fileName) || textOf(src)))) +
    wordsOf(fileCaption),
  button: ({ buttonUrl, buttonText }) => button(buttonUrl, buttonText),
  callout: ({ calloutEmoji, calloutText }) => {
    const emoji = escapeText(textOf(calloutEmoji))
    const words = wordsOf(calloutText)
    if (emoji === '' || !/^<p\b/i.test(words))
      return `<blockquote>${paragraph(emoji) + words}</blockquote>`
    return `<blockquote>${words.replace(/^<p\b[^<>]*>/i, (start) => `${start}${emoji} `)}</blockquote>`
  },
  toggle: ({ heading, content }) =>
    `<details><summary>${inlineOf(heading)}</summary>${wordsOf(content) || '<p></p>'}</details>`,
  header: ({ header, subheader, backgroundImageSrc, buttonEnabled, buttonUrl, buttonText }) =>
    imageCard({ src: backgroundImageSrc }) +
    heading('h2', header) +
    wordsOf(subheader) +
    (buttonEnabled === true ? button(buttonUrl, buttonText) : ''),
  product: (card) =>
    imageCard({
      src: card['productImageSrc'],
      width: card['productImageWidth'],
      height: card['productImageHeight'],
    }) +
    heading('h4', card['productTitle']) +
    (card['productRatingEnabled'] === true ? paragraph(starsOf(card['productStarRating'])) : '') +
    wordsOf(card['productDescription']) +
    (card['productButtonEnabled'] === true
      ? button(card['productUrl'], card['productButton'])
      : ''),
  'call-to-action': ({ imageUrl, imageWidth, imageHeight, textValue, ...card }) =>
    (card['hasSponsorLabel'] === true ? wordsOf(card['sponsorLabel']) : '') +
    imageCard({ src: imageUrl, width: imageWidth, height: imageHeight }) +
    wordsOf(textValue) +
    (card['showButton'] === true ? button(card['buttonUrl'], card['buttonText']) : ''),
  // A form is left out, except for the texts around it.
  signup: ({ header, subheader, disclaimer }) =>
    heading('h2', header) + wordsOf(subheader) + wordsOf(disclaimer),
  // Ghost writes the same comment into its HTML.
  paywall: () => '<!--members-only-->',
  email: () => '',
  'email-cta': () => '',
}

/** Names of cards in older versions. */
const ALIASES: Readonly<Record<string, string>> = {
  hr: 'horizontalrule',
  code: 'codeblock',
  'card-markdown': 'markdown',
}

/** Converts a card to HTML. @returns undefined for an unknown card */
export function cardToHtml(name: string, card: Row): string | undefined {
  if (isOnlyInEmails(card)) return ''
  const current = Object.hasOwn(ALIASES, name) ? ALIASES[name] : name
  return Object.hasOwn(CARDS, current ?? '') ? CARDS[current ?? '']?.(card) : undefined
}

/** Whether a card is hidden from everyone on the site. */
function isOnlyInEmails({ visibility }: Row): boolean {
  const { web, showOnWeb } = rowOf(visibility)
  const { nonMember, memberSegment } = rowOf(web)
  return showOnWeb === false || (nonMember === false && memberSegment === '')
}

export function imageCard({ src, alt, title, width, height, href, caption }: Row): string {
  if (!isAddress(src)) return ''
  const size = [width, height].every((one) => Number.isSafeInteger(one) && Number(one) > 0)
  const image = `<img${attribute('src', src)} alt="${escapeAttribute(textOf(alt))}"${attribute('title', title)}${size ? ` width="${String(width)}" height="${String(height)}"` : ''}>`
  return isAddress(href) && !textOf(caption)
    ? paragraph(linkTo(href, image))
    : figure(linkTo(href, image), caption, true)
}

/** Puts HTML into a link, unless the address is missing or runs code. */
export const linkTo = (href: unknown, html: string): string =>
  isAddress(href) ? `<a${attribute('href', href)}>${html}</a>` : html

const isAddress = (value: unknown): boolean =>
  textOf(value) !== '' && isSafeAddress(textOf(value).replace(/^__GHOST_URL__/, ''))

const attribute = (name: string, value: unknown): string =>
  textOf(value) === '' ? '' : ` ${name}="${escapeAttribute(textOf(value))}"`

export const asHtml = (text: string): string => escapeText(text).replaceAll('\n', '<br>')

const paragraph = (html: string): string => (html === '' ? '' : `<p>${html}</p>`)

const button = (url: unknown, text: unknown): string => paragraph(linkTo(url, asHtml(textOf(text))))

const heading = (element: string, html: unknown): string => {
  const words = inlineOf(html)
  return words === '' ? '' : `<${element}>${words}</${element}>`
}

/** @param isAlways whether HTML without a caption becomes a figure, too */
function figure(html: string, caption: unknown, isAlways = false): string {
  const words = inlineOf(caption)
  if (words === '' && !isAlways) return html
  return `<figure>${html}${words && `<figcaption>${words}</figcaption>`}</figure>`
}

/** Returns the HTML of a small editor within a card, without elements that have no meaning. */
const clean = (html: unknown): string =>
  textOf(html)
    .replaceAll(/<\/?span\b[^<>]*>/gi, '')
    .trim()

/** Returns such HTML for use within a line. */
const inlineOf = (html: unknown): string =>
  clean(html)
    .replaceAll(/<\/p>\s*<p\b[^<>]*>/gi, '<br>')
    .replaceAll(/<\/?p\b[^<>]*>/gi, '')

/** Returns such HTML as blocks. */
function wordsOf(html: unknown): string {
  const words = clean(html)
  return /^<(?:p|ul|ol|h[1-6]|blockquote|pre|hr|figure|div|table)\b/i.test(words)
    ? words
    : paragraph(words)
}

function starsOf(rating: unknown): string {
  const stars = typeof rating === 'number' ? Math.min(5, Math.max(0, Math.round(rating))) : 0
  return '★'.repeat(stars) + '☆'.repeat(5 - stars)
}
