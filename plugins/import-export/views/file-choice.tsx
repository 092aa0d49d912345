import { Button } from '@typecase/ui/button'
import { type DragEvent, useRef, useState } from 'react'

import { type FileHead, readHead } from '../file/file-head.ts'
import styles from './import-page.module.css'

interface FileChoiceProps {
  file: File | undefined
  head: FileHead | undefined
  isDisabled: boolean
  onChoose(file: File, head: FileHead): void
}

const SIZE = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** Takes a file by button or by dropping it, and says what it is. */
export function FileChoice({ file, head, isDisabled, onChoose }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<string>()
  const [isOver, setOver] = useState(false)

  async function handleFile(chosen: File | undefined) {
    if (!chosen) return
    setFailure(undefined)
    try {
      onChoose(chosen, await readHead(chosen))
    } catch (reason) {
      setFailure(reason instanceof Error ? reason.message : 'The file could not be read.')
    }
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (!isDisabled) void handleFile(event.dataTransfer.files[0])
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is an extra to the button inside
    <section
      className={styles.drop}
      data-over={isOver || undefined}
      aria-label="File"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Import file"
        accept=".json,.csv,.tsv,.ndjson,.jsonl,.gz"
        onChange={(event) => void handleFile(event.target.files?.[0])}
      />
      {file && head ? (
        <p className={styles.text}>
          <strong>{file.name}</strong> · {head.format} · {SIZE.format(file.size / 1_000_000)} MB
        </p>
      ) : (
        <p className={styles.text}>
          Drop a file here: <code>bucket.json</code>, CSV or NDJSON, gzipped or not.
        </p>
      )}
      <Button
        icon="upload"
        autoFocus={!file}
        disabledReason={isDisabled ? 'An import is running.' : undefined}
        onPress={() => input.current?.click()}
      >
        {file ? 'Choose another file' : 'Choose a file'}
      </Button>
      {failure ? (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      ) : null}
    </section>
  )
}
