import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { SectionLayout } from '@typecase/plugin-sdk/react/section-layout'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { NoPermissionState } from '@typecase/ui/no-permission-state'

import { staffSectionRoute } from '../routes.ts'

/** The administration of the installation, for its staff. */
export default function Staff() {
  const { isStaff } = useUser()
  // The address of the first section does not contain its name.
  const { section }: { section?: string } = useRouteParams(staffSectionRoute)
  if (!isStaff) {
    return (
      <NoPermissionState title="This page is for staff" isPage>
        Only the staff of this installation can see it. The operator of the server can add you.
      </NoPermissionState>
    )
  }
  return <SectionLayout title="Staff" slot="staff.section" props={{}} current={section} />
}
