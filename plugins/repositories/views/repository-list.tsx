import { hasFailed, QueryFailure } from '@typecase/content/react/query-view'
import { RecordRows } from '@typecase/content/react/record-rows'
import { formatAge } from '@typecase/content/words/age'
import type { Repository } from '@typecase/contract/repositories'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { formatCount } from '@typecase/ui/count'
import { EmptyState } from '@typecase/ui/empty-state'
import { Icon } from '@typecase/ui/icon'
import { InlineCode } from '@typecase/ui/inline-code'
import { Link } from '@typecase/ui/link'
import { Page, PageHeader } from '@typecase/ui/page'
import { RowActions, RowName } from '@typecase/ui/row-list'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'

import {
  addRepository,
  copyCloneAddress,
  deleteRepository,
  editRepository,
  openRepository,
} from '../commands.ts'
import { hostOf } from '../host.ts'
import { repositoriesQuery, repository as kind } from '../record.ts'
import { repositoriesRoute, repositoryRoute } from '../routes.ts'
import styles from './repositories.module.css'
import { RepositoryDialog } from './repository-form.tsx'

/** The repositories of the bucket by title. Enter opens the branches of a repository. */
export default function RepositoryList() {
  const { bucketSlug } = useRouteParams(repositoriesRoute)
  const { open } = useRouteSearch(repositoriesRoute)
  const { go } = useService(Navigation)
  const query = useQuery(repositoriesQuery(useServices(), bucketSlug))
  const { data } = query
  // Provided even while the list is empty.
  useProvideFacts({ 'list.creates': addRepository.id })

  if (hasFailed(query)) return <QueryFailure isPage query={query} what="repositories" />
  return (
    <Page>
      <PageHeader title="Repositories" detail={data?.total}>
        {data?.total === 0 ? null : <CommandButton command={addRepository} variant="primary" />}
      </PageHeader>
      {!data ? (
        <SkeletonRows label="repositories" />
      ) : data.total === 0 ? (
        <EmptyState
          title="No repositories yet"
          icon="git-branch"
          action={<CommandButton command={addRepository} variant="primary" />}
        >
          A repository holds the code of a site that shows this bucket’s content. Each branch can
          have its own site, to preview objects before they are public.
        </EmptyState>
      ) : (
        <Rows repositories={data.repositories} bucketSlug={bucketSlug} />
      )}
      <RepositoryDialog
        bucketSlug={bucketSlug}
        isOpen={open === 'add'}
        onClose={() => void go(repositoriesRoute, { params: { bucketSlug }, isReplace: true })}
      />
    </Page>
  )
}

const actions = [openRepository, copyCloneAddress, editRepository, deleteRepository]

interface RowsProps {
  repositories: readonly Repository[]
  bucketSlug: string
}

function Rows({ repositories, bucketSlug }: RowsProps) {
  const { href } = useService(Navigation)
  return (
    <RecordRows
      record={kind}
      items={repositories}
      aria-label="Repositories"
      creates={addRepository.id}
      className={styles.columns}
    >
      {({ id, title, url, default_branch, branches, modified_at }, { opener, button }) => {
        const host = hostOf(url)
        return (
          <>
            <RowName lead={<Icon name={host.icon} />}>
              <Link
                {...opener}
                href={href(repositoryRoute, { params: { bucketSlug, repositoryID: id } })}
                variant="quiet"
              >
                {title}
              </Link>
            </RowName>
            <span className={styles.facts}>
              <span>{host.name}</span>
              <InlineCode>{default_branch}</InlineCode>
              <span>{formatCount(branches.length, 'branch')}</span>
              <time dateTime={modified_at}>{formatAge(modified_at)}</time>
            </span>
            <RowActions>
              {actions.map((command) => (
                <CommandButton key={command.id} {...button} command={command} isIconOnly />
              ))}
            </RowActions>
          </>
        )
      }}
    </RecordRows>
  )
}
