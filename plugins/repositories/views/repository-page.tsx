import { QueryFailure, hasFailed } from '@typecase/content/react/query-view'
import type { Repository } from '@typecase/contract/repositories'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { EmptyState } from '@typecase/ui/empty-state'
import { Icon } from '@typecase/ui/icon'
import { Page, PageHeader } from '@typecase/ui/page'
import { RowList } from '@typecase/ui/row-list'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'

import '../facts.ts'
import { addBranch } from '../commands/branches.ts'
import {
  copyCloneAddress,
  deleteRepository,
  editRepository,
  openRepository,
} from '../commands/repositories.ts'
import { hostOf } from '../host.ts'
import { repositoriesQuery } from '../queries.ts'
import { repositoriesRoute, repositoryRoute } from '../routes.ts'
import { BranchDialog } from './branch-dialog.tsx'
import { BranchRow } from './branch-row.tsx'
import styles from './repositories.module.css'
import { RepositoryDialog } from './repository-dialog.tsx'

/** One repository and its branches. */
export default function RepositoryPage() {
  const { bucketSlug, repositoryID } = useRouteParams(repositoryRoute)
  const { go } = useService(Navigation)
  const query = useQuery(repositoriesQuery(useServices(), bucketSlug))
  const { data } = query
  const repository = data?.repositories.find(({ id }) => id === repositoryID)

  if (hasFailed(query)) return <QueryFailure isPage query={query} what="repository" />
  if (!data) return <SkeletonRows label="branches" />
  if (!repository) {
    return (
      <EmptyState
        isPage
        title="There is no such repository"
        icon="git-branch"
        action={<Button onPress={() => void go(repositoriesRoute)}>Show all repositories</Button>}
      >
        It was deleted from this bucket. On its host it is as it was.
      </EmptyState>
    )
  }
  return <Shown key={repositoryID} repository={repository} bucketSlug={bucketSlug} />
}

interface ShownProps {
  repository: Repository
  bucketSlug: string
}

function Shown({ repository, bucketSlug }: ShownProps) {
  const { id, title, url } = repository
  const { open } = useRouteSearch(repositoryRoute)
  const { go } = useService(Navigation)
  const host = hostOf(url)
  const close = () =>
    void go(repositoryRoute, { params: { bucketSlug, repositoryID: id }, isReplace: true })
  useProvideFacts({ 'repositories.repository': id })
  return (
    <Page>
      <PageHeader title={title}>
        <CommandButton command={copyCloneAddress} variant="quiet" isIconOnly />
        <CommandButton command={editRepository} variant="quiet" isIconOnly />
        <CommandButton command={deleteRepository} variant="quiet" isIconOnly />
        <CommandButton command={openRepository}>Open repository</CommandButton>
        <CommandButton command={addBranch} variant="primary" />
      </PageHeader>
      <p className={styles.address}>
        <Icon name={host.icon} size={14} />
        {host.name} · {url.replace('https://', '')}
      </p>
      <Branches repository={repository} />
      <RepositoryDialog repository={repository} isOpen={open === 'edit'} onClose={close} />
      <BranchDialog repository={repository} isOpen={open === 'branch'} onClose={close} />
    </Page>
  )
}

/** The rows; commands of the palette are about the one that the keyboard is on. */
function Branches({ repository }: { repository: Repository }) {
  const { list, currentID, isTabStop } = useListKeys(
    repository.branches.map(({ name }) => name),
    { creates: addBranch.id },
  )
  useProvideFacts({ 'repositories.branch': currentID })
  return (
    <RowList list={list} aria-label="Branches">
      {repository.branches.map((branch) => (
        <BranchRow
          key={branch.name}
          repository={repository}
          branch={branch}
          isCurrent={branch.name === currentID}
          isTabStop={isTabStop(branch.name)}
        />
      ))}
    </RowList>
  )
}
