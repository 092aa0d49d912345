import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { FormSection } from '@typecase/ui/form'
import { SkeletonRows } from '@typecase/ui/skeleton'

import { openProjectTeam } from '../commands/members.ts'
import { invitePeople } from '../commands/invites.ts'
import { TeamList } from './team-list.tsx'

/** The team of the bucket's project, in the bucket settings. Its dialogs open on the team's own page. */
export default function MembersSection() {
  const resource_id = useFacts((facts) => facts['bucket.projectID'])
  return (
    <FormSection
      title="Members"
      description="Everyone who can open this bucket, and everyone else in its project."
    >
      <div>
        <CommandButton command={invitePeople} variant="primary" />{' '}
        <CommandButton command={openProjectTeam} />
      </div>
      {resource_id === undefined ? (
        <SkeletonRows label="members" count={3} />
      ) : (
        <TeamList scope={{ resource: 'project', resource_id }} />
      )}
    </FormSection>
  )
}
