import { bucketQuery } from '@typecase/content/bucket'
import { newObject } from '@typecase/content/commands'
import type { Bucket } from '@typecase/contract/buckets'
import { Focus } from '@typecase/plugin-sdk/focus'
import { listPage } from '@typecase/plugin-sdk/list-page'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Fill, useFills } from '@typecase/plugin-sdk/react/slot'
import { Kbd } from '@typecase/ui/kbd'
import { isComposing } from '@typecase/ui/keyboard'
import { PageHeader } from '@typecase/ui/page'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import { formatDay } from '@typecase/ui/format'

import { homePage } from '../commands.ts'
import { homeRoute } from '../routes.ts'
import styles from './home.module.css'

const columns = ['left', 'middle', 'right'] as const

/** The start page of a bucket: recent changes, drafts and scheduled objects, on cards that plugins add. */
export default function Home() {
  const { bucketSlug } = useRouteParams(homeRoute)
  const { data } = useQuery(bucketQuery(useServices(), bucketSlug))
  const focus = useService(Focus)
  const root = useRef<HTMLDivElement>(null)
  const fills = useFills('home.card')
  const { page, list } = useMemo(() => {
    const rowsIn = (element: ParentNode | null | undefined) => [
      ...(element?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
    ]
    return {
      page: {
        goToCard(number: number) {
          const card = root.current?.querySelector(`[data-home-card="${number}"]`)
          const target = rowsIn(card)[0] ?? card?.querySelector<HTMLElement>('a, button')
          if (target) focus.moveTo(target)
        },
      },
      list: {
        move(by: number) {
          const rows = rowsIn(root.current)
          const at = rows.findIndex((row) => row === document.activeElement)
          const target = rows[at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)]
          if (target) focus.moveTo(target)
        },
        toggle() {},
      },
    }
  }, [focus])
  usePageHandle(homePage, page)
  usePageHandle(listPage, list)
  useProvideFacts({ 'list.rowCount': 1 })

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const { key, target } = event
    if (isComposing(event)) return
    if (event.altKey || event.metaKey || event.ctrlKey || event.shiftKey) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (by === undefined || !(target instanceof Element) || !target.closest('[data-row]')) return
    event.preventDefault()
    list.move(by)
  }

  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageHeader
          title={data?.bucket.project_title ?? 'Home'}
          detail={data && detailOf(data.bucket)}
        >
          <CommandButton command={newObject} variant="primary">
            New object
          </CommandButton>
        </PageHeader>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrows go between the links inside */}
      <div ref={root} className={styles.columns} onKeyDown={handleKeyDown}>
        {columns.map((column) => (
          <div key={column} className={styles.column} data-column={column}>
            {fills.map((fill, index) =>
              // `fill.info` contains the column of each card.
              (fill.info as { column: string } | undefined)?.column === column ? (
                <Fill key={fill.id} fill={fill} props={{ bucketSlug, number: index + 1 }} />
              ) : null,
            )}
          </div>
        ))}
      </div>
      <footer className={styles.keys} aria-hidden="true">
        <Kbd binding="1" /> to <Kbd binding={String(Math.min(fills.length, 9))} /> card
        <Kbd binding="ArrowUp" /> <Kbd binding="ArrowDown" /> row
        <Kbd binding="Enter" /> open
      </footer>
    </div>
  )
}

/** Returns the title of the bucket, unless it equals that of its project, and the current day. */
const detailOf = ({ title, project_title }: Bucket): string =>
  [...(title === project_title ? [] : [title]), formatDay(Date.now())].join(' · ')
