import { useFocusOnMount } from '@typecase/plugin-sdk/react/focus'
import { PRODUCT } from '@typecase/contract/product'
import { useCopy } from '@typecase/plugin-sdk/react/copy'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { FormActions } from '@typecase/ui/form'
import { useEffect, useRef } from 'react'

import styles from './two-step.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

/** The recovery codes, this once: leaving before they are kept is asked about. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const navigation = useService(Navigation)
  const isSaved = useRef(false)
  // The form that had the focus is gone; from here it is read on.
  const heading = useFocusOnMount()
  const text = codes.join('\n')

  // The page may be left by a link, a key or the browser.
  useEffect(
    () =>
      navigation.guard(() =>
        isSaved.current
          ? undefined
          : 'These recovery codes are not shown again. Copy or download them first.',
      ),
    [navigation],
  )

  function keep() {
    isSaved.current = true
  }

  function handleDownload() {
    download(`${PRODUCT.toLowerCase()}-recovery-codes.txt`, `${text}\n`)
    keep()
  }

  function handleDone() {
    keep()
    onDone()
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        Save your recovery codes
      </h1>
      <p className={styles.text}>
        Each of these codes logs you in once if you lose your authenticator app. They are not shown
        again: keep them with your passwords, not on the device with the app.
      </p>
      <ol aria-label="Recovery codes" className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <FormActions>
        <Button variant="primary" onPress={handleDone}>
          I saved them
        </Button>
        <CopyButton text={text} copied="Recovery codes copied" onCopy={keep}>
          Copy codes
        </CopyButton>
        <Button icon="download" onPress={handleDownload}>
          Download codes
        </Button>
      </FormActions>
    </>
  )
}

/** Saves a text as a file, as a link to it would. */
function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

interface CopyButtonProps {
  text: string
  /** Says what was copied. */
  copied: string
  onCopy?: () => void
  children: string
}

/** Copies a text; where the browser does not allow it, says how else. */
export function CopyButton({ text, copied, onCopy, children }: CopyButtonProps) {
  const copy = useCopy()

  async function handlePress() {
    if (await copy(text, copied)) onCopy?.()
  }

  return (
    <Button icon="copy" onPress={() => void handlePress()}>
      {children}
    </Button>
  )
}
