import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Button } from '@typecase/ui/button'
import { Icon } from '@typecase/ui/icon'
import { type DragEvent, type RefObject, useState } from 'react'
import { formatSize } from '@typecase/ui/format'
import { formatCount } from '@typecase/ui/count'

import { type FileHead, readHead } from '../file/file-head.ts'
import styles from './import-page.module.css'

interface FileChoiceProps {
  inputRef: RefObject<HTMLInputElement | null>
  file: File | undefined
  head: FileHead | undefined
  onChoose(file: File, head: FileHead): void
}

const TYPES = ['.zip', '.json', '.csv', '.tsv', '.ndjson', '.jsonl', '.gz', '.xml', '.tar', '.tgz']
const FORMATS = {
  zip: 'Zip',
  export: 'Export of another system',
  'bucket.json': 'bucket.json',
  csv: 'CSV',
  json: 'JSON',
  ndjson: 'NDJSON',
} as const

/** Takes a file by button or by dropping it, and says what it is. */
export function FileChoice({ inputRef, file, head, onChoose }: FileChoiceProps) {
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
    void handleFile(event.dataTransfer.files[0])
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is an extra to the button inside
    <section
      className={styles.drop}
      data-over={isOver || undefined}
      data-empty={!file || undefined}
      aria-label="File"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <Icon name={file ? 'file-text' : 'upload'} size={20} className={styles.fileIcon} />
      {file && head ? (
        <p className={styles.fileText}>
          <strong className={styles.fileName}>{file.name}</strong>
          <span>
            {[FORMATS[head.format], formatSize(file.size), columnsOf(head)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
      ) : (
        <p className={styles.fileText}>
          <strong>Drop a file here, or choose one</strong>
          <span>
            An export of this or another system, <code>bucket.json</code>, CSV, JSON or NDJSON, up
            to 900 MB
          </span>
        </p>
      )}
      <FileTrigger
        ref={inputRef}
        acceptedFileTypes={TYPES}
        onSelect={(files) => void handleFile(files?.[0])}
      >
        <Button
          icon={file ? undefined : 'upload'}
          variant={file ? 'plain' : 'primary'}
          autoFocus={!file}
        >
          {file ? 'Choose another file' : 'Choose a file'}
        </Button>
      </FileTrigger>
      {failure ? (
        <p role="alert" className={styles.failure}>
          <Icon name="circle-alert" size={16} />
          <span>{failure}</span>
        </p>
      ) : null}
    </section>
  )
}

const columnsOf = ({ columns }: FileHead): string =>
  columns.length > 0 ? formatCount(columns.length, 'column') : ''
