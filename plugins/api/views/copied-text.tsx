import { useCopy } from '@typecase/plugin-sdk/react/copy'
import { Button } from '@typecase/ui/button'
import { useState } from 'react'

import styles from './api-page.module.css'

interface CopiedTextProps {
  /** Label of the text: `Terminal`. */
  label: string
  /** The command that the text belongs to, for screen reader users who move from button to button. */
  of: string
  text: string
  /** Whether the text is hidden at first, because other people may see the screen. */
  isSecret?: boolean
}

/** A text to paste elsewhere, with a button that copies it. */
export function CopiedText({ label, of, text, isSecret = false }: CopiedTextProps) {
  const [isVisible, setVisible] = useState(!isSecret)
  const copy = useCopy()
  return (
    <div className={styles.text}>
      <div className={styles.label}>
        <span className={styles.name}>{label}</span>
        {isSecret ? (
          <Button
            variant="quiet"
            icon={isVisible ? 'eye-off' : 'eye'}
            aria-label={`${isVisible ? 'Hide' : 'Show'}: ${label}, ${of}`}
            onPress={() => setVisible(!isVisible)}
          >
            {isVisible ? 'Hide' : 'Show'}
          </Button>
        ) : null}
        <Button
          variant="quiet"
          icon="copy"
          aria-label={`Copy: ${label}, ${of}`}
          onPress={() => void copy(text, `${label} copied.`)}
        >
          Copy
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines are scrolled with the keys */}
      <pre className={styles.code} tabIndex={0} role="region" aria-label={`${label}, ${of}`}>
        {isVisible ? text : '•'.repeat(text.length)}
      </pre>
    </div>
  )
}
