import { Input } from 'react-aria-components/Input'
import { PlainButton } from '@typecase/ui/plain-button'
import { PaletteList, type PaletteListProps, RowContent } from './list.tsx'
import listStyles from './list.module.css'
import styles from './palette.module.css'
import type { ListRow } from './row.ts'

/** The list for keyboards, or plain buttons for touch screens, which screen readers on phones can reach. */
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
        <Input
          type="search"
          value={query}
          placeholder={placeholder}
          aria-label="Search or run a command"
          className={listStyles.input ?? ''}
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
              <PlainButton
                key={row.value}
                className={styles.touchRow}
                isBlocked={Boolean(row.reason)}
                {...(row.isChosen !== undefined && { 'aria-pressed': row.isChosen })}
                onPress={() => onChoose(row)}
              >
                <RowContent row={{ ...row, ...(row.keys && { keys: '' }) }} />
              </PlainButton>
            ))}
          </section>
        ))}
        {sections.length === 0 ? <p className={listStyles.empty}>{props.empty}</p> : null}
      </div>
    </div>
  )
}
