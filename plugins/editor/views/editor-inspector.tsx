import { clearSchedule, schedulePublish } from '@typecase/content/commands'
import type { CmsObject } from '@typecase/contract/objects'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { usePeople } from '@typecase/content/react/people'
import { Slot } from '@typecase/plugin-sdk/react/slot'
import { Fact, Facts, Inspector } from '@typecase/ui/split-layout'
import { StatusBadge } from '@typecase/ui/status-badge'

import { useMemo } from 'react'
import { formatTimeAgo } from '@typecase/content/words/age'
import { formatDateTime } from '@typecase/ui/format'

import { copyID } from '../commands/go.ts'
import { formOf } from '../side-locale.tsx'
import { useSession, useSessionState } from '../use-session.tsx'
import styles from './editor.module.css'
import { LocaleField, ThumbnailField } from './inspector-fields.tsx'

/** Shows the details of the object beside its fields. */
export function EditorInspector() {
  const session = useSession()
  const { objectType } = session
  const object = useSessionState(({ draft }) => draft.server)
  const form = useMemo(() => formOf(session), [session])
  return (
    <Inspector>
      <Facts>
        <Fact name="Status">
          <ObjectStatus object={object} />
        </Fact>
        {object ? <Schedule object={object} /> : null}
        {objectType.localization ? (
          <Fact name="Locale">
            <LocaleField />
          </Fact>
        ) : null}
        <Fact name="Type">{objectType.title}</Fact>
        {object ? <History object={object} /> : null}
      </Facts>
      <ThumbnailField />
      {object ? <Slot name="editor.inspector" props={{ object, objectType, form }} /> : null}
    </Inspector>
  )
}

function ObjectStatus({ object }: { object: CmsObject | undefined }) {
  if (!object) return <StatusBadge status="unsaved">Not saved yet</StatusBadge>
  if (object.status === 'published') return <StatusBadge status="published" />
  return <StatusBadge status={object.main_object_status === 'published' ? 'changed' : 'draft'} />
}

function Schedule({ object }: { object: CmsObject }) {
  const { publish_at: from, unpublish_at: until } = object
  return (
    <>
      {from === null ? null : (
        <Fact name="Publish">
          <StatusBadge status="scheduled">{formatDateTime(from)}</StatusBadge>
        </Fact>
      )}
      {until === null ? null : (
        <Fact name="Unpublish">
          <StatusBadge status="scheduled">{formatDateTime(until)}</StatusBadge>
        </Fact>
      )}
      {from === null && until === null ? (
        <Fact name="Schedule">
          <span className={styles.inline}>
            <CommandButton command={schedulePublish} variant="quiet" />
          </span>
        </Fact>
      ) : (
        <Fact name="">
          <span className={styles.inline}>
            <CommandButton command={clearSchedule} variant="quiet" />
          </span>
        </Fact>
      )}
    </>
  )
}

function History({ object }: { object: CmsObject }) {
  const people = usePeople(useSession().bucketSlug)
  const by = (id: string | null): string => (id === null ? '' : ` by ${people.within(id)}`)
  const { client, at } = object.unreviewed ?? {}
  // A bucket key or a schedule may have changed the object since.
  const via = at === object.modified_at ? ` via ${client}` : ''
  return (
    <>
      <Fact name="Changed">
        <time dateTime={object.modified_at} title={formatDateTime(object.modified_at)}>
          {`${formatTimeAgo(object.modified_at)}${by(object.modified_by)}${via}`}
        </time>
      </Fact>
      <Fact name="Created">
        <time dateTime={object.created_at} title={formatDateTime(object.created_at)}>
          {`${formatDateTime(object.created_at)}${by(object.created_by)}`}
        </time>
      </Fact>
      <Fact name="ID">
        <span className={styles.pair}>
          <code className={styles.id}>{object.id}</code>
          <CommandButton command={copyID} variant="quiet" isIconOnly />
        </span>
      </Fact>
    </>
  )
}
