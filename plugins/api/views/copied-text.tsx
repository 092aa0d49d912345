import { useCopy } from '@typecase/plugin-sdk/react/copy'
import { Button } from '@typecase/ui/button'
import { useState } from 'react'

import styles from './api-page.module.css'

interface CopiedTextProps {
  /** Names it: `Terminal`. */
  label: string
  /** The command that it is about, for those who hear one button after the other. */
  of: string
  text: string
  /** Stays hidden until it is asked for: someone may look over one's shoulder. */
  isSecret?: boolean
}

/** A text to be pasted elsewhere, with the button that copies it. */
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
