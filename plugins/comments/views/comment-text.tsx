import type { ReactNode } from 'react'

import { parseText, type Piece } from '../text/parse-text.ts'
import styles from './comments.module.css'

/** The text of a comment, with its markup as elements. HTML in it stays text. */
export function CommentText({ text, names }: { text: string; names: readonly string[] }) {
  return (
    <div className={styles.text}>
      {parseText(text, names).map((piece, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have no other identity
        <span key={index}>{elementOf(piece)}</span>
      ))}
    </div>
  )
}

function elementOf({ kind, text, href }: Piece): ReactNode {
  switch (kind) {
    case 'strong':
      return <strong>{text}</strong>
    case 'emphasis':
      return <em>{text}</em>
    case 'code':
      return <code>{text}</code>
    case 'mention':
      return <span className={styles.mention}>{text}</span>
    case 'link':
      return (
        <a href={href} target="_blank" rel="noreferrer noopener">
          {text}
        </a>
      )
    default:
      return text
  }
}
