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

/** Shows the recovery codes for the only time. Leaving the page before saving them asks for confirmation. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const navigation = useService(Navigation)
  const isSaved = useRef(false)
  // The focused form is gone, so screen readers continue from this heading.
  const heading = useFocusOnMount()
  const text = codes.join('\n')

  // A link, a key or the browser may leave the page.
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

/** Saves text as a file, as a download link would. */
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
  /** The message after copying. */
  copied: string
  onCopy?: () => void
  children: string
}

/** Copies text. If the browser does not allow that, explains how to copy it manually. */
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
