import type { PaletteListProps } from './list.tsx'
import { PaletteList, RowContent } from './list.tsx'
import listStyles from './list.module.css'
import styles from './palette.module.css'
import type { ListRow } from './row.ts'

/** The list for the keyboard, or for fingers: plain buttons, which screen readers on phones can reach. */
export function PickList<R extends ListRow>({
  isTouch,
  ...props
}: PaletteListProps<R> & { isTouch: boolean }) {
  if (!isTouch) return <PaletteList {...props} />
  const { before, after, query, onQueryChange, placeholder, note, sections, onChoose } = props
  return (
    <div className={listStyles.list}>
      <div className={listStyles.head}>
        {before}
        <input
          type="search"
          value={query}
          placeholder={placeholder}
          aria-label="Search or run a command"
          className={listStyles.input}
          onChange={(event) => onQueryChange(event.target.value)}
          onKeyDown={props.onKeyDown}
        />
        {after}
      </div>
      {note}
      <div className={styles.sheet} role="group" aria-label="Results">
        {sections.map((section) => (
          <section key={section.id} aria-label={section.heading}>
            <h2 className={styles.touchHeading}>{section.heading}</h2>
            {section.rows.map((row) => (
              <button
                key={row.value}
                type="button"
                className={styles.touchRow}
                aria-disabled={row.reason ? true : undefined}
                aria-pressed={row.isChosen}
                onClick={() => onChoose(row)}
              >
                <RowContent row={{ ...row, ...(row.keys && { keys: '' }) }} />
              </button>
            ))}
          </section>
        ))}
        {sections.length === 0 ? <p className={listStyles.empty}>{props.empty}</p> : null}
      </div>
    </div>
  )
}
