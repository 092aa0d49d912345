import { QueryFailure, hasFailed } from '@typecase/content/react/query-view'
import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { Focus, type FocusService } from '@typecase/plugin-sdk/focus'
import { getBucket } from '@typecase/contract/buckets'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { type CommandState, Commands, Navigation } from '@typecase/plugin-sdk/services'
import { nounAndVerb } from '@typecase/plugin-sdk/terminal-line'
import { Disclosure } from '@typecase/ui/disclosure'
import { EmptyState } from '@typecase/ui/empty-state'
import { InlineCode } from '@typecase/ui/inline-code'
import { isComposing, indexAfterKey } from '@typecase/ui/keyboard'
import { Page, PageHeader } from '@typecase/ui/page'
import { Select } from '@typecase/ui/select'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { TextField } from '@typecase/ui/text-field'
import { type KeyboardEvent, useState, useSyncExternalStore } from 'react'
import { formatNumber } from '@typecase/ui/format'

import { KeysAndExample } from '../keys/keys-and-example.tsx'
import { apiRoute } from '../routes.ts'
import styles from './api-page.module.css'
import { CommandEntry, type PageScope } from './command-entry.tsx'

/** The keys of the content API with a first request, and the palette's commands for terminals and as requests. */
export default function ApiPage() {
  const { bucketSlug } = useRouteParams(apiRoute)
  const query = useApiQuery(getBucket, {
    query: { slug: bucketSlug },
  })
  const { data } = query
  const [type, setType] = useState<string | null>(null)
  const [words, setWords] = useState('')

  if (hasFailed(query)) return <QueryFailure isPage query={query} what="API page" />
  const types = data?.bucket.object_types ?? []
  const all = types.reduce((sum, { total_objects: total }) => sum + total, 0)
  const chosen = types.find(({ slug }) => slug === type)
  const scope: PageScope = chosen
    ? { query: { type: chosen.slug }, total: chosen.total_objects }
    : { query: {}, total: all }
  return (
    <Page>
      <PageHeader title="API" />
      {data ? (
        <>
          <section aria-label="Keys" className={styles.entry}>
            <h2 className={styles.sectionTitle}>Keys</h2>
            <KeysAndExample bucket={data.bucket} />
          </section>
          <h2 className={styles.sectionTitle}>Commands</h2>
          <p className={styles.note}>
            Every command that is a single API call, as a terminal command and as an HTTP request.
            Keep your session’s token in <InlineCode>TYPECASE_TOKEN</InlineCode>.
          </p>
          <div className={styles.controls}>
            <Select
              label="Objects"
              value={chosen?.slug ?? ALL}
              onChange={(value) => setType(value === ALL ? null : value)}
              options={[
                { id: ALL, label: `All ${formatNumber(all)} of this bucket` },
                ...types.map(({ slug, title, total_objects: total }) => ({
                  id: slug,
                  label: `${title}: ${formatNumber(total)}`,
                })),
              ]}
            />
            <TextField
              label="Find a command"
              value={words}
              onChange={setWords}
              prefix="search"
              autoComplete="off"
            />
          </div>
          <Entries words={words} scope={scope} />
        </>
      ) : (
        <SkeletonRows label="the API page" />
      )}
    </Page>
  )
}

/** Stands for all types, since no slug contains this character. */
const ALL = '*'

function Entries({ words, scope }: { words: string; scope: PageScope }) {
  const commands = useService(Commands)
  const focus = useService(Focus)
  const { go } = useService(Navigation)
  const { command: open } = useRouteSearch(apiRoute)
  const all = useSyncExternalStore(commands.subscribe, commands.list)
  const visibleCommands = all.filter((state) => state.hasCall && isMeant(state, words))

  function handleOpen(id: string, isOpen: boolean) {
    void go(apiRoute, { search: isOpen ? { command: id } : {}, isReplace: true })
  }

  if (visibleCommands.length === 0) {
    return (
      <EmptyState title="No command found" icon="search">
        Try other words. Commands that take more than one call are only in the palette.
      </EmptyState>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrows go between the buttons inside
    <div className={styles.groups} onKeyDown={(event) => goOn(focus, event)}>
      {[...Map.groupBy(visibleCommands, ({ group }) => group)].map(([group, states]) => (
        <section key={group} aria-label={group}>
          <h3 className={styles.group}>{group}</h3>
          {states.map((state) => (
            <Disclosure
              key={state.id}
              title={state.title.replace(/…$/, '')}
              detail={<code className={styles.words}>{nounAndVerb(state.id).join(' ')}</code>}
              isExpanded={state.id === open}
              onExpandedChange={(isOpen) => handleOpen(state.id, isOpen)}
            >
              {state.id === open ? <CommandEntry state={state} scope={scope} /> : null}
            </Disclosure>
          ))}
        </section>
      ))}
    </div>
  )
}

function isMeant({ title, group, keywords, aliases, id }: CommandState, words: string): boolean {
  return holdsWords([title, group, ...keywords, ...aliases, id].join(' '), words)
}

/** Moves the focus between commands with the arrow keys. */
function goOn(focus: FocusService, event: KeyboardEvent<HTMLDivElement>): void {
  const { key, target, currentTarget } = event
  if (isComposing(event)) return
  if (event.altKey || event.metaKey || event.ctrlKey || event.shiftKey) return
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>('[aria-expanded]')]
  const at = buttons.findIndex((button) => button === target)
  if (at === -1) return
  const next = buttons[indexAfterKey(key, at, { count: buttons.length }) ?? -1]
  if (!next) return
  event.preventDefault()
  focus.moveTo(next)
}
