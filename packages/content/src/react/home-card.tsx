import { Kbd } from '@typecase/ui/kbd'
import { Link } from '@typecase/ui/link'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { type ReactNode, useId } from 'react'

import styles from './home-card.module.css'
import { type LoadState, QueryView } from './query-view.tsx'

interface HomeCardProps<Data> {
  title: string
  /** The key that moves the focus to the card. */
  number: number
  query: LoadState<Data>
  /** Returns the link to the complete list. */
  all?: (data: Data) => { href: string; label: string } | undefined
  isEmpty: (data: Data) => boolean
  /** Shown if there are no rows. */
  empty: ReactNode
  /** Shown below the rows, also if there are none. */
  footer?: ReactNode
  children: (data: Data) => ReactNode
}

/** Renders a card of the home page, with its loading, empty and failure states. */
export function HomeCard<Data>(props: HomeCardProps<Data>) {
  const { title, number, query, all, isEmpty, empty, footer, children } = props
  const { data } = query
  const heading = useId()
  const link = data === undefined ? undefined : all?.(data)
  return (
    <section className={styles.card} aria-labelledby={heading} data-home-card={number}>
      <header className={styles.head}>
        <h2 id={heading} className={styles.title}>
          {title}
        </h2>
        <span className={styles.space} />
        {link ? (
          <Link href={link.href} variant="quiet">
            {link.label}
          </Link>
        ) : null}
        <Kbd binding={String(number)} />
      </header>
      <QueryView
        isSmall
        query={query}
        what={title.toLowerCase()}
        loading={<SkeletonLines count={4} label={title.toLowerCase()} />}
      >
        {(loaded) => (isEmpty(loaded) ? <p className={styles.empty}>{empty}</p> : children(loaded))}
      </QueryView>
      {footer ? <p className={styles.footer}>{footer}</p> : null}
    </section>
  )
}

/** A row of a card on the home page. */
export interface HomeRow {
  readonly id: string
  readonly href: string
  /** Shown before the title: a picture, a person, a time. */
  readonly start?: ReactNode
  readonly title: string
  /** Shown below the title. */
  readonly text?: ReactNode
  readonly details?: readonly ReactNode[]
  readonly end?: ReactNode
}

/** Renders the rows of a card. */
export function HomeRows({ label, rows }: { label: string; rows: readonly HomeRow[] }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {rows.map(({ id, href, start, title, text, details = [], end }) => (
        <li key={id} className={styles.row}>
          {start}
          <span className={styles.words}>
            <Link href={href} variant="quiet" data-row={id}>
              {title}
            </Link>
            {text ? <span className={styles.text}>{text}</span> : null}
          </span>
          {details.map((detail, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- columns never move
            <span key={index} className={styles.detail}>
              {detail}
            </span>
          ))}
          {end ? <span className={styles.end}>{end}</span> : null}
        </li>
      ))}
    </ul>
  )
}
