import type { CmsObject } from '@typecase/contract/objects'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'

import type { ShownRevision } from '../pane/preview-page.ts'
import styles from './preview.module.css'
import type { PageState } from './use-page.ts'

interface PageNotesProps {
  page: PageState
  /** The object whose page is shown. */
  host: CmsObject
  isRelated: boolean
  /** The earlier revision that the page shows. */
  revision: ShownRevision | undefined
  problem: string | undefined
}

/** Shows notices about the page, below its bar. */
export function PageNotes({ page, host, isRelated, revision, problem }: PageNotesProps) {
  return (
    <div role="status" className={styles.notes}>
      {isRelated ? (
        <p className={styles.note}>
          <span>{`This is the page of “${host.title}”.`}</span>
          <CommandButton command="preview.go-back" variant="quiet">
            Go back
          </CommandButton>
        </p>
      ) : null}
      {revision ? (
        <p className={styles.note}>
          <span>{`You see the revision “${revision.title}”.`}</span>
          <CommandButton command="preview.leave-revision" variant="quiet">
            Back to the draft
          </CommandButton>
        </p>
      ) : null}
      {page.state === 'loading' ? (
        <p className={`${styles.note} ${styles.loading}`}>Loading the page…</p>
      ) : null}
      {page.state === 'silent' ? (
        <p className={styles.note}>
          <span>
            This page doesn’t load <code>@typecase/preview</code>, so it shows only what is saved.
            How to add it is in <code>docs/preview.md</code>. If the page stays empty, check its
            address and whether the site allows frames.
          </span>
        </p>
      ) : null}
      {problem === undefined ? null : <p className={styles.note}>{problem}</p>}
    </div>
  )
}
