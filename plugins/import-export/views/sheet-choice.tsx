import { Select } from '@typecase/ui/select'
import { useState } from 'react'

import { type FileHead, readHead } from '../file/file-head.ts'
import styles from './import-page.module.css'

interface SheetChoiceProps {
  file: File
  head: FileHead
  onChoose(head: FileHead): void
}

/** Lets the user choose a sheet of a workbook with several sheets. */
export function SheetChoice({ file, head: { sheet, sheets }, onChoose }: SheetChoiceProps) {
  const [failure, setFailure] = useState<string>()
  if (!sheets) return null

  async function handleChange(next: string) {
    setFailure(undefined)
    try {
      onChoose(await readHead(file, next))
    } catch (reason) {
      setFailure(reason instanceof Error ? reason.message : 'The sheet could not be read.')
    }
  }

  return (
    <section className={styles.section} aria-label="Sheet">
      <Select
        label="Sheet"
        options={sheets.map((name) => ({ id: name, label: name }))}
        value={sheet ?? ''}
        onChange={(name) => void (name && handleChange(name))}
      />
      {failure ? (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      ) : null}
    </section>
  )
}
