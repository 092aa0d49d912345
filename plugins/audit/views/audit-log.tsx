import { PagedList } from '@typecase/content/react/paged-list'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Api } from '@typecase/plugin-sdk/services'
import { Avatar } from '@typecase/ui/avatar'
import { EmptyState } from '@typecase/ui/empty-state'
import { FormSection } from '@typecase/ui/form'
import { NoPermissionState } from '@typecase/ui/no-permission-state'
import { Select } from '@typecase/ui/select'
import { Time } from '@typecase/ui/time'
import type { AuditEntry } from '@typecase/contract/audit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { exportAudit } from '../commands.ts'
import { actWords, describeDetails, groups, nameOf } from '../words.ts'
import { type AuditFilter, type AuditScope, readEntries } from '../read-entries.ts'
import styles from './audit-log.module.css'

const SIZE = 50
const DAY = 24 * 3600 * 1000
const ALL = '*'

const times = [
  { id: ALL, label: 'Last 400 days' },
  { id: '1', label: 'Last day' },
  { id: '7', label: 'Last 7 days' },
  { id: '30', label: 'Last 30 days' },
]

interface AuditLogProps {
  scope: AuditScope
  title: string
  description: string
  /** The options of the bucket filter. */
  buckets?: readonly { readonly id: string; readonly title: string }[] | undefined
}

/** An audit log with its filter, newest first. */
export function AuditLog({ scope, title, description, buckets = [] }: AuditLogProps) {
  const api = useService(Api)
  const [kind, setKind] = useState(ALL)
  const [bucket, setBucket] = useState(ALL)
  const [who, setWho] = useState(ALL)
  const [days, setDays] = useState<{ id: string; since?: string }>({ id: ALL })
  const [skip, setSkip] = useState(0)
  const [people, setPeople] = useState<ReadonlyMap<string, string>>(new Map())
  const filter: AuditFilter = {
    ...(bucket !== ALL && { bucket_id: bucket }),
    ...(kind !== ALL && { kind }),
    ...(who !== ALL && { user_id: who }),
    ...(days.since !== undefined && { since: days.since }),
  }
  const query = useQuery({
    queryKey: ['audit.list', scope, filter, skip],
    queryFn: async ({ signal }) => {
      const page = await readEntries(api, scope, filter, { limit: SIZE, skip }, signal)
      setPeople((people) => new Map([...people, ...page.entries.flatMap(personOf)]))
      return page
    },
    placeholderData: keepPreviousData,
  })
  const { error } = query

  if (isApiError(error, 'forbidden', 'not_found')) {
    return (
      <NoPermissionState title="You cannot read this audit log">{error.message}</NoPermissionState>
    )
  }
  const narrow = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value)
      setSkip(0)
    }
  }
  return (
    <FormSection title={title} description={description}>
      <div className={styles.filter} role="group" aria-label="Filters">
        <Select
          label="What"
          value={kind}
          onChange={narrow((value) => setKind(String(value)))}
          options={[{ id: ALL, label: 'Everything' }, ...groups]}
        />
        {buckets.length > 0 ? (
          <Select
            label="Where"
            value={bucket}
            onChange={narrow((value) => setBucket(String(value)))}
            options={[
              { id: ALL, label: 'Whole project' },
              ...buckets.map(({ id, title: label }) => ({ id, label })),
            ]}
          />
        ) : null}
        <Select
          label="Who"
          value={who}
          onChange={narrow((value) => setWho(String(value)))}
          options={[
            { id: ALL, label: 'Everyone' },
            ...[...people].map(([id, label]) => ({ id, label })),
          ]}
        />
        <Select
          label="When"
          value={days.id}
          onChange={narrow((value) => setDays(timeOf(String(value))))}
          options={times}
        />
        <CommandButton command={exportAudit} args={{ ...scope, ...filter }}>
          Export
        </CommandButton>
      </div>
      <PagedList
        query={query}
        what="audit log"
        skip={skip}
        size={SIZE}
        onSkip={setSkip}
        empty={
          <EmptyState title="Nothing recorded yet" icon="file-text">
            {Object.keys(filter).length > 0
              ? 'No matching entries in the last 400 days. Remove a filter.'
              : 'Sign-ins, roles, keys, exports, deletions and settings appear here.'}
          </EmptyState>
        }
      >
        {({ entries }) => (
          <ul className={styles.list} aria-label="Audit log" aria-busy={query.isFetching}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </PagedList>
    </FormSection>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { kind, subject, details, created_at, ip, agent, client, user } = entry
  const name = nameOf(entry)
  const changed = describeDetails(details)
  return (
    <li className={styles.entry}>
      <Avatar name={name} src={user?.avatar_url} isDecorative />
      <div className={styles.words}>
        <p className={styles.act}>
          <strong>{name}</strong>
          {client === null ? null : ` via ${client}`} {actWords[kind]}
          {subject.title ? <> · {subject.title}</> : null}
        </p>
        {changed ? <p className={styles.details}>{changed}</p> : null}
      </div>
      <div className={styles.from} title={agent ?? undefined}>
        <Time value={created_at} />
        {ip ? <span>{ip}</span> : null}
      </div>
    </li>
  )
}

const personOf = (entry: AuditEntry): [string, string][] =>
  entry.user ? [[entry.user.id, nameOf(entry)]] : []

const timeOf = (id: string) =>
  id === ALL ? { id } : { id, since: new Date(Date.now() - Number(id) * DAY).toISOString() }
