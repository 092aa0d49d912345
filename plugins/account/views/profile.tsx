import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { SectionLayout } from '@typecase/plugin-sdk/react/section-layout'

import { accountSectionRoute } from '../routes.ts'

/** The user's account, in sections. */
export default function Profile() {
  // The address of the first section does not contain its name.
  const { section }: { section?: string } = useRouteParams(accountSectionRoute)
  return <SectionLayout title="Account" slot="account.section" props={{}} current={section} />
}
