import type { Branch, Repository } from '@typecase/contract/repositories'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Chip } from '@typecase/ui/chip'
import { Row, RowActions, RowButton, RowName } from '@typecase/ui/row-list'

import { deleteBranch, openBranch, openSite, setSite } from '../commands/branches.ts'
import { whyItStays } from '../commands/picker-rows.ts'
import { formatSite, whyNoBranchPage } from '../host.ts'
import styles from './repositories.module.css'

interface BranchRowProps {
  repository: Repository
  branch: Branch
  isCurrent: boolean
  isTabStop: boolean
}

/** A branch. Enter opens its site, or its code where it has none. */
export function BranchRow({ repository, branch, isCurrent, isTabStop }: BranchRowProps) {
  const commands = useService(Commands)
  const { name, site_url } = branch
  const isDefault = name === repository.default_branch
  const args = { branch: { repository_id: repository.id, name } }
  const noPage = whyNoBranchPage(repository.url)
  const first = site_url !== null ? openSite : openBranch
  const button = { args, variant: 'quiet', excludeFromTabOrder: !isTabStop } as const
  return (
    <Row isCurrent={isCurrent} className={styles.columns}>
      <RowName>
        <RowButton
          data-row={name}
          excludeFromTabOrder={!isTabStop}
          onPress={() => void commands.run(refTo(first, args), { source: 'button' })}
        >
          <code className={styles.branch}>{name}</code>
        </RowButton>
        {isDefault ? <Chip>Default</Chip> : null}
      </RowName>
      <span className={styles.site}>{site_url === null ? 'No site' : formatSite(site_url)}</span>
      <RowActions>
        <CommandButton
          {...button}
          command={openSite}
          isIconOnly
          disabledReason={site_url === null ? 'It has no site yet.' : undefined}
        />
        <CommandButton {...button} command={openBranch} isIconOnly disabledReason={noPage} />
        <CommandButton {...button} command={setSite} isIconOnly />
        <CommandButton
          {...button}
          command={deleteBranch}
          isIconOnly
          disabledReason={whyItStays(branch, repository)}
        />
      </RowActions>
    </Row>
  )
}
