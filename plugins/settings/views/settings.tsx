import { SectionLayout } from '@typecase/plugin-sdk/react/section-layout'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'

import { settingsSectionRoute } from '../routes.ts'

/** The settings of a bucket: what plugins put into them. */
export default function Settings() {
  // On the page of the first section its name is not in the address.
  const { bucketSlug, section }: { bucketSlug: string; section?: string } =
    useRouteParams(settingsSectionRoute)
  return (
    <SectionLayout
      title="Settings"
      slot="settings.section"
      props={{ bucketSlug }}
      current={section}
    />
  )
}
