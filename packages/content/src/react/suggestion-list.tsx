import type { Suggestion } from '@typecase/content-query/line-complete'

import styles from './query-line.module.css'

interface SuggestionListProps {
  id: string
  suggestions: readonly Suggestion[]
  active: number
  onChoose: (suggestion: Suggestion) => void
}

const kinds = { field: 'field', operator: 'operator', value: 'value' }

/** Renders suggestions for the rest of the query line. The focus stays in the line, which names the active option. */
export function SuggestionList({ id, suggestions, active, onChoose }: SuggestionListProps) {
  if (suggestions.length === 0) return null
  return (
    <div id={id} role="listbox" aria-label="Suggestions" className={styles.list}>
      {suggestions.map((suggestion, index) => (
        <div
          key={`${suggestion.kind} ${suggestion.text}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          className={styles.option}
          // Runs before the input loses the focus.
          onMouseDown={(event) => {
            event.preventDefault()
            onChoose(suggestion)
          }}
        >
          <span>{suggestion.label}</span>
          <span className={styles.kind}>{kinds[suggestion.kind]}</span>
        </div>
      ))}
    </div>
  )
}
