import { PRODUCT } from '@typecase/contract/product'

/** An e-mail of the product; `composeMail` builds the text and the HTML from the same parts. */
export interface Mail {
  /** A single address. */
  to: string
  subject: string
  text: string
  html: string
  /** The links to act on, for the outbox. */
  links: string[]
}

/** Contents of an e-mail; text and HTML are both generated from it. */
export interface MailParts {
  readonly to: string
  readonly subject: string
  /** Name in the greeting. Never a name that a stranger could choose: e-mails would carry their words to anyone. */
  readonly name?: string
  /** Paragraphs before the button. */
  readonly lines: readonly string[]
  readonly action?: { readonly label: string; readonly url: string }
  /** Paragraphs after the button, in smaller type. */
  readonly notes?: readonly string[]
}

const NAME_MAX = 60

/** Writes an e-mail in the product's design. All texts are escaped, so nothing in a name can become markup. */
export function composeMail({ to, subject, name, lines, action, notes = [] }: MailParts): Mail {
  const greeting = name ? `Hello ${plainName(name)},` : 'Hello,'
  return {
    to,
    subject: oneLine(subject, 150),
    text: [
      greeting,
      ...lines,
      ...(action ? [`${action.label}:\n${action.url}`] : []),
      ...notes,
      `-- \n${PRODUCT}\n`,
    ].join('\n\n'),
    html: page(subject, [
      paragraph(greeting),
      ...lines.map((line) => paragraph(line)),
      ...(action ? [button(action.label, action.url)] : []),
      ...notes.map(
        (note) => `<p style="margin:0 0 12px;color:#5c5850;font-size:13px">${escape(note)}</p>`,
      ),
      `<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #e6e2d9;color:#5c5850;font-size:13px">${escape(PRODUCT)}</p>`,
    ]),
    links: action ? [action.url] : [],
  }
}

/**
 * Makes a name or title safe for e-mails: one line, without bidirectional control characters, at most 60 characters.
 */
export const plainName = (text: string): string => oneLine(text, NAME_MAX)

/**
 * Like `plainName`, for a text of a stranger such as the name of an inviter: mail programs make no link of it.
 * `evil.example` becomes `evil. example`.
 */
export const quotedName = (text: string): string =>
  plainName(text.replace(/([.:@/\\])(?=[^\s])/g, '$1 '))

function oneLine(text: string, most: number): string {
  const line = text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()
  const letters = Array.from(line)
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : line
}

function page(title: string, parts: string[]): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title></head>
<body style="margin:0;padding:24px;background:#fbfaf7;color:#1b1a17;font:15px/24px Inter,system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e6e2d9;border-radius:6px">
${parts.join('\n')}
</div>
</body>
</html>
`
}

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escape(text)}</p>`

function button(label: string, url: string): string {
  const address = escape(url)
  return `<p style="margin:24px 0"><a href="${address}" style="display:inline-block;padding:8px 16px;background:#bf3316;color:#ffffff;border-radius:6px;text-decoration:none;font-weight:600">${escape(label)}</a></p>
<p style="margin:0 0 16px;color:#5c5850;font-size:13px;word-break:break-all">${address}</p>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
