import { getBucket } from '@typecase/contract/buckets'
import { revisionAuthors, type Sentence } from '@typecase/contract/object-revisions'
import { getObject } from '@typecase/contract/objects'
import { MissingObject } from '@typecase/content/react/missing-object'
import { hasFailed, QueryFailure, QueryView } from '@typecase/content/react/query-view'
import { usePeople } from '@typecase/content/react/people'
import { isMissing } from '@typecase/plugin-sdk/api-error'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Avatar } from '@typecase/ui/avatar'
import { EmptyState } from '@typecase/ui/empty-state'
import { PageHeader } from '@typecase/ui/page'
import { Select } from '@typecase/ui/select'

import { textFields } from '../compare/fields.ts'
import { authorsRoute } from '../routes.ts'
import { describeMoment } from '../moments.ts'
import styles from './compare.module.css'

/** The sentences of a text next to their authors. */
export default function AuthorsPage() {
  const { bucketSlug, objectID } = useRouteParams(authorsRoute)
  const { field = 'title' } = useRouteSearch(authorsRoute)
  const { go } = useService(Navigation)
  const people = usePeople(bucketSlug)
  const object = useApiQuery(getObject, { query: { slug: bucketSlug, object_id: objectID } })
  const bucket = useApiQuery(getBucket, { query: { slug: bucketSlug } })
  const query = useApiQuery(revisionAuthors, {
    query: { slug: bucketSlug, object_id: objectID, field },
  })
  const type = bucket.data?.bucket.object_types.find(
    ({ slug }) => slug === object.data?.object.type,
  )
  if (isMissing(object.error)) return <MissingObject />
  if (hasFailed(query)) return <QueryFailure isPage query={query} what="revisions" />
  return (
    <div className={styles.page}>
      <PageHeader title="Who wrote what" detail={object.data?.object.title}>
        <Select
          aria-label="Field"
          isSmall
          options={textFields(type).map(({ path, title }) => ({ id: path, label: title }))}
          value={field}
          onChange={(next) =>
            void go(authorsRoute, {
              params: { bucketSlug, objectID },
              search: { field: next ?? 'title' },
              isReplace: true,
            })
          }
        />
      </PageHeader>
      <QueryView query={query} what="sentences">
        {(data) =>
          data.sentences.length === 0 ? (
            <EmptyState title="There is no text here" icon="file-text">
              Once there is text, this page shows who wrote each sentence.
            </EmptyState>
          ) : (
            <>
              {data.is_partial ? (
                <p className={styles.lead}>
                  Only part of the history was read: the oldest sentences may be older than shown.
                </p>
              ) : null}
              <ol aria-label="Sentences" className={styles.sentences}>
                {runsOf(data.sentences).map((run) => (
                  <li key={run.key}>
                    <span className={styles.author}>
                      <Avatar {...people.avatarOf(run.created_by)} size={20} isDecorative />
                      <span>
                        {people.name(run.created_by)}
                        <span className={styles.when}>{describeMoment(run.created_at)}</span>
                      </span>
                    </span>
                    <span className={styles.sentence}>{run.text}</span>
                  </li>
                ))}
              </ol>
            </>
          )
        }
      </QueryView>
    </div>
  )
}

/** Joins adjacent sentences of the same revision. */
function runsOf(sentences: readonly Sentence[]): (Sentence & { key: number })[] {
  const runs: (Sentence & { key: number })[] = []
  for (const [key, sentence] of sentences.entries()) {
    const last = runs.at(-1)
    if (last?.rev === sentence.rev) last.text += ` ${sentence.text}`
    else runs.push({ ...sentence, key })
  }
  return runs
}
