import type { SmartView } from '@typecase/contract/smart-views'
import { smartViewsQuery } from '@typecase/content/smart-views'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import type { Slots } from '@typecase/plugin-sdk/slot'
import { Icon } from '@typecase/ui/icon'
import { TabLink } from '@typecase/ui/tab-link'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatList } from '@typecase/ui/format'

import { resetView, saveAs, saveView } from '../commands.ts'
import { view as kind } from '../record.ts'
import { countsQuery, differences, pathOfView, problemsOf } from '../view-look.ts'
import { ViewIcon } from './view-icon.tsx'
import styles from './view-tabs.module.css'

/** The smart views as tabs of a list, with actions for a changed view. */
export default function ViewTabs({ bucketSlug, smartViewID, ...look }: Slots['list.tabs']) {
  const services = useServices()
  const { data } = useQuery(smartViewsQuery(services, bucketSlug))
  const { data: counts } = useQuery(countsQuery(services, bucketSlug))
  const views = data?.smart_views ?? []
  const current = views.find(({ id }) => id === smartViewID)
  const changes = current ? differences(look, current) : []
  const rev = useBeginning(current, changes.length > 0)
  useProvideFacts({
    [kind.fact]: current?.id,
    'smart-views.rev': rev,
    'smart-views.isChanged': changes.length > 0 ? true : undefined,
  })
  return (
    <>
      {views.length > 0 ? <span className={styles.line} /> : null}
      {views.map((view) => (
        <Tab
          key={view.id}
          bucketSlug={bucketSlug}
          view={view}
          count={counts?.get(view.id)}
          isCurrent={view === current}
          isChanged={view === current && changes.length > 0}
        />
      ))}
      {changes.length > 0 ? (
        <span className={styles.changed}>
          <span className={styles.what}>{describeChanges(changes)}</span>
          <CommandButton command={resetView} variant="quiet" isPlain>
            Reset
          </CommandButton>
          <CommandButton command={saveView} isPlain />
        </span>
      ) : (
        <CommandButton command={saveAs} variant="quiet" isIconOnly />
      )}
    </>
  )
}

/** Returns the revision on which changes are based. The list of views may contain a newer one by another user. */
function useBeginning(view: SmartView | undefined, isChanged: boolean): number | undefined {
  const [base, setBegun] = useState<Pick<SmartView, 'id' | 'rev'>>()
  const isOther = view?.id !== base?.id || (!isChanged && view?.rev !== base?.rev)
  if (isOther) setBegun(view && { id: view.id, rev: view.rev })
  return isOther ? view?.rev : base?.rev
}

function describeChanges(changes: readonly string[]): string {
  const text = `${formatList(changes)} changed`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

interface TabProps {
  bucketSlug: string
  view: SmartView
  count: number | null | undefined
  isCurrent: boolean
  isChanged: boolean
}

function Tab({ bucketSlug, view, count, isCurrent, isChanged }: TabProps) {
  const { go } = useService(Navigation)
  const path = pathOfView(bucketSlug, view.id)
  const problem = problemsOf(view)
  return (
    <TabLink
      href={path}
      onGo={() => void go(path)}
      isCurrent={isCurrent}
      count={count}
      title={problem || undefined}
      after={
        <>
          {problem ? (
            <Icon name="triangle-alert" size={12} label="Has unsupported filters" />
          ) : null}
          {isChanged ? (
            <span className={styles.diamond} role="img" aria-label="Changed">
              ◆
            </span>
          ) : null}
        </>
      }
    >
      <ViewIcon view={view} />
      {view.title}
    </TabLink>
  )
}
