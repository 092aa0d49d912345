import { type ApiError, isApiError } from '@typecase/plugin-sdk/api-error'
import { NoPermissionState } from '@typecase/ui/no-permission-state'

interface HiddenProjectProps {
  error: ApiError
  isPage?: boolean
}

/** Shown instead of a project that the user may not see, whether it exists or not. */
export const HiddenProject = ({ error, isPage }: HiddenProjectProps) => (
  <NoPermissionState isPage={isPage} title="You cannot see this project">
    {isApiError(error, 'forbidden')
      ? error.message
      : 'There is no such project, or it belongs to someone else.'}
  </NoPermissionState>
)
