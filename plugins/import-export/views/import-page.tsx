import type { ImportMapping } from '@typecase/contract/import-export'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { Button } from '@typecase/ui/button'
import { NoPermissionState } from '@typecase/ui/no-permission-state'
import { SegmentedControl } from '@typecase/ui/segmented-control'
import { Switch } from '@typecase/ui/switch'
import { useState } from 'react'

import type { FileHead } from '../file/file-head.ts'
import { importRoute } from '../routes.ts'
import { useImport } from '../use-import.ts'
import { FileChoice } from './file-choice.tsx'
import styles from './import-page.module.css'
import { ImportProgress } from './import-progress.tsx'
import { MappingForm, startMapping } from './mapping-form.tsx'

interface Chosen {
  file: File
  head: FileHead
}

/** Imports a file: choose it, say where its columns go, look at what would happen, and do it. */
export default function ImportPage() {
  const { bucketSlug } = useRouteParams(importRoute)
  const mayImport = useFacts((facts) => facts.can?.has('import:write') ?? false)
  const [chosen, setChosen] = useState<Chosen>()
  const [mapping, setMapping] = useState<ImportMapping>()
  const [mode, setMode] = useState<'merge' | 'replace'>('merge')
  const [skipsInvalid, setSkipsInvalid] = useState(false)
  const { phase, send, reset } = useImport(bucketSlug)
  const isBusy = phase.kind === 'sending' || phase.kind === 'running'
  const problem = mapping && problemOf(mapping)

  if (!mayImport) {
    return (
      <NoPermissionState>
        Importing needs the role developer or admin in this bucket.
      </NoPermissionState>
    )
  }

  function handleChoose(file: File, head: FileHead) {
    setChosen({ file, head })
    setMapping(head.format === 'bucket.json' ? undefined : startMapping(file.name, head))
    reset()
  }

  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Import</h1>
      <FileChoice
        file={chosen?.file}
        head={chosen?.head}
        isDisabled={isBusy}
        onChoose={handleChoose}
      />
      {chosen && mapping ? (
        <MappingForm mapping={mapping} rows={chosen.head.rows} onChange={setMapping} />
      ) : null}
      {chosen ? (
        <>
          <section className={styles.options} aria-label="How">
            <SegmentedControl
              aria-label="What happens to objects that are there"
              segments={[
                { id: 'merge', label: 'Merge' },
                { id: 'replace', label: 'Replace' },
              ]}
              value={mode}
              onChange={setMode}
            />
            <p className={styles.text}>
              {mode === 'merge'
                ? 'Objects with the same type, slug and locale are updated; the others stay.'
                : 'Objects that are there go to the trash first.'}
            </p>
            <Switch isSelected={skipsInvalid} onChange={setSkipsInvalid}>
              Leave out rows that are not valid
            </Switch>
          </section>
          <div className={styles.actions}>
            <Button
              isPending={isBusy}
              disabledReason={problem}
              onPress={() => void send(chosen.file, 'dry_run', mapping, skipsInvalid)}
            >
              Check first
            </Button>
            <Button
              variant="primary"
              isPending={isBusy}
              disabledReason={problem}
              onPress={() => void send(chosen.file, mode, mapping, skipsInvalid)}
            >
              Import
            </Button>
          </div>
          <ImportProgress phase={phase} bucketSlug={bucketSlug} />
        </>
      ) : null}
    </div>
  )
}

function problemOf({ object_type, columns }: ImportMapping): string | undefined {
  if (object_type.trim() === '') return 'Say which object type the rows become.'
  if (!columns.some(({ to }) => to === 'title')) return 'One column has to become the title.'
  return undefined
}
