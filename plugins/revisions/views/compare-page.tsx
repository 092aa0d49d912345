import { getBucket } from '@typecase/contract/buckets'
import { getRevision, REVISIONS_PAGE_SIZE } from '@typecase/contract/object-revisions'
import { type CmsObject, getObject } from '@typecase/contract/objects'
import { MissingObject } from '@typecase/content/react/missing-object'
import { hasFailed, QueryFailure } from '@typecase/content/react/query-view'
import { usePeople } from '@typecase/content/react/people'
import { isMissing } from '@typecase/plugin-sdk/api-error'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { PageHeader } from '@typecase/ui/page'
import { PlainButton } from '@typecase/ui/plain-button'
import { SegmentedControl } from '@typecase/ui/segmented-control'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { SplitLayout } from '@typecase/ui/split-layout'
import { StatusBadge } from '@typecase/ui/status-badge'
import { useMemo, useState } from 'react'
import { formatCount, plural } from '@typecase/ui/count'

import '../facts.ts'
import { nameRevision, restoreField, restoreLeft, swapSides } from '../commands/revisions.ts'
import { comparePage, compareRoute } from '../routes.ts'
import { type ComparedField, compareObjects } from '../compare/fields.ts'
import { describeMoment } from '../moments.ts'
import styles from './compare.module.css'
import { DifferenceView } from './difference-view.tsx'
import { RevisionSide } from './revision-side.tsx'
import { useRevisions } from './use-revisions.ts'

/** Width in pixels below which two columns of text would be too narrow to read. */
const NARROW = 720

/** Two states of an object side by side, with a button to restore the left one. */
export default function ComparePage() {
  const { bucketSlug, objectID } = useRouteParams(compareRoute)
  const search = useRouteSearch(compareRoute)
  const { go } = useService(Navigation)
  const current = useApiQuery(getObject, { query: { slug: bucketSlug, object_id: objectID } })
  const bucket = useApiQuery(getBucket, { query: { slug: bucketSlug } })
  const newest = useRevisions(bucketSlug, objectID, {
    only: 'all',
    person: '',
    limit: REVISIONS_PAGE_SIZE,
  })
  // The revisions in the address. The default is the latest one before the current state, compared with that state.
  const hasChoice = search.left !== undefined || search.right !== undefined
  const latest = newest.data?.revisions.find(({ is_current }) => !is_current)
  // Fixed at first, so that a save by another user does not change the comparison.
  const [first, setFirst] = useState<{ objectID: string; id: string }>()
  if (latest && first?.objectID !== objectID) setFirst({ objectID, id: latest.id })
  const leftID = hasChoice ? search.left : first?.id
  const left = useSide(bucketSlug, objectID, leftID)
  const right = useSide(bucketSlug, objectID, search.right)
  const view = search.view ?? (window.innerWidth < NARROW ? 'inline' : 'side')

  const show = (next: typeof search) =>
    void go(compareRoute, {
      params: { bucketSlug, objectID },
      search: { ...search, ...(leftID !== undefined && { left: leftID }), ...next },
      isReplace: true,
    })
  const toggleView = () => show({ view: view === 'side' ? 'inline' : 'side' })
  function swap() {
    const { left: _left, right: _right, ...rest } = search
    const swapped = {
      ...rest,
      ...(search.right !== undefined && { left: search.right }),
      ...(leftID !== undefined && { right: leftID }),
    }
    void go(compareRoute, { params: { bucketSlug, objectID }, search: swapped, isReplace: true })
  }
  usePageHandle(comparePage, { toggleView, swap })
  useProvideFacts(leftID === undefined ? {} : { 'revisions.left': leftID })

  const objectType = bucket.data?.bucket.object_types.find(
    ({ slug }) => slug === current.data?.object.type,
  )
  const failed = [current, newest].find(hasFailed)
  if (isMissing(failed?.error)) return <MissingObject />
  if (failed) return <QueryFailure isPage query={failed} what="revisions" />
  const broken = [left, right].find(({ error }) => error)
  if (!current.data || !newest.data || !bucket.data) return <SkeletonRows label="revisions" />
  const [a, b] = [left.object ?? current.data.object, right.object ?? current.data.object]
  return (
    <SplitLayout
      inspector={
        <RevisionSide
          {...{ bucketSlug, objectID, objectType, leftID }}
          rightID={search.right}
          search={search}
        />
      }
    >
      <div className={styles.page}>
        <PageHeader title={`Compare revisions of “${current.data.object.title || 'Untitled'}”`}>
          <SegmentedControl
            aria-label="View"
            segments={[
              { id: 'side', label: 'Side by side' },
              { id: 'inline', label: 'Inline' },
            ]}
            value={view}
            onChange={(next) => show({ view: next })}
          />
          <CommandButton command={swapSides}>Swap</CommandButton>
          <CommandButton command={nameRevision}>Name…</CommandButton>
          <CommandButton command={restoreLeft} variant="primary" />
        </PageHeader>
        <p className={styles.lead}>
          Restoring copies A into the draft. The published version does not change until you
          publish.
        </p>
        {newest.data.total === 0 ? (
          <EmptyState title="No revisions yet" icon="history">
            Earlier versions of this object will appear here.
          </EmptyState>
        ) : broken?.error ? (
          <QueryFailure
            query={broken}
            what="revision"
            missing={
              <EmptyState title="There is no such revision" icon="history">
                It was thinned out or belongs to another object. Choose one from the list.
              </EmptyState>
            }
          />
        ) : left.isPending || right.isPending ? (
          <SkeletonRows label="comparison" />
        ) : (
          <Comparison
            {...{ bucketSlug, objectType, view }}
            left={{ object: a, name: left.name, isCurrent: leftID === undefined }}
            right={{ object: b, name: right.name, isCurrent: search.right === undefined }}
            revisionID={leftID}
          />
        )}
      </div>
    </SplitLayout>
  )
}

/** Returns one side: a revision, or the current state of the object. */
function useSide(slug: string, object_id: string, revisionID: string | undefined) {
  const { data, error, refetch, isFetching } = useApiQuery(
    getRevision,
    { query: { slug, object_id, revision_id: revisionID ?? '' } },
    { enabled: revisionID !== undefined },
  )
  return {
    object: data?.revision.object,
    name: data?.revision.name ?? undefined,
    error,
    refetch,
    isFetching,
    isPending: revisionID !== undefined && !data && !error,
  }
}

interface Side {
  object: CmsObject
  name: string | undefined
  isCurrent: boolean
}

interface ComparisonProps {
  bucketSlug: string
  objectType: Parameters<typeof compareObjects>[0]
  view: 'side' | 'inline'
  left: Side
  right: Side
  revisionID: string | undefined
}

function Comparison({ bucketSlug, objectType, view, left, right, revisionID }: ComparisonProps) {
  const { differing, same } = useMemo(
    () => compareObjects(objectType, left.object, right.object),
    [objectType, left.object, right.object],
  )
  const { list, isTabStop, currentID } = useListKeys(differing.map(({ key }) => key))
  const field = differing.find(({ key }) => key === currentID) ?? differing[0]
  useProvideFacts(field ? { 'revisions.field': field.path } : {})
  return (
    <>
      <p role="status" className={styles.count}>
        {differing.length === 0
          ? 'These two revisions are the same.'
          : `${differing.length} of ${differing.length + same.length} fields differ`}
      </p>
      <div className={styles.heads}>
        <span>Field</span>
        <SideHead letter="A" side={left} bucketSlug={bucketSlug} />
        <SideHead letter="B" side={right} bucketSlug={bucketSlug} />
      </div>
      <ul {...list} className={styles.fields} aria-label="Fields that differ">
        {differing.map((one) => (
          <FieldRow
            key={one.key}
            field={one}
            {...{ bucketSlug, revisionID }}
            objectID={left.object.id}
            isInline={view === 'inline'}
            isTabStop={isTabStop(one.key)}
          />
        ))}
      </ul>
      {same.length > 0 ? (
        <p className={styles.same}>
          {`${formatCount(same.length, 'field')} ${plural(same.length, 'is', 'are')} the same: ${same.join(', ')}`}
        </p>
      ) : null}
    </>
  )
}

function SideHead({
  letter,
  side,
  bucketSlug,
}: {
  letter: string
  side: Side
  bucketSlug: string
}) {
  const people = usePeople(bucketSlug)
  const { modified_at, modified_by, status, main_object_status } = side.object
  return (
    <span className={styles.head}>
      <span className={styles.letter} data-letter={letter}>
        {letter}
      </span>
      <strong>{side.name ?? (side.isCurrent ? 'Current version' : 'Revision')}</strong>
      <span className={styles.when}>
        {`${describeMoment(modified_at)} · ${people.name(modified_by)}`}
      </span>
      <StatusBadge
        status={
          status === 'published'
            ? 'published'
            : main_object_status === 'published'
              ? 'changed'
              : 'draft'
        }
      />
    </span>
  )
}

interface FieldRowProps {
  field: ComparedField
  bucketSlug: string
  objectID: string
  revisionID: string | undefined
  isInline: boolean
  isTabStop: boolean
}

function FieldRow(props: FieldRowProps) {
  const { field, bucketSlug, objectID, revisionID, isInline, isTabStop } = props
  return (
    <li aria-label={field.title} className={styles.field}>
      <div className={styles.label}>
        <PlainButton className={styles.title} data-row={field.key} excludeFromTabOrder={!isTabStop}>
          {field.title}
        </PlainButton>
        <span className={styles.summary}>{field.summary}</span>
        {revisionID === undefined ? null : (
          <span className={styles.restore}>
            <CommandButton
              command={restoreField}
              args={{ object_id: objectID, revision_id: revisionID, fields: [field.path] }}
              excludeFromTabOrder={!isTabStop}
            />
          </span>
        )}
      </div>
      <div className={styles.sides} data-inline={isInline || undefined}>
        <DifferenceView {...{ bucketSlug, isInline }} difference={field.difference} />
      </div>
    </li>
  )
}
