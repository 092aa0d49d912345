import type { InputOf, OutputOf } from '@typecase/contract/endpoint'
import { updateObjectType } from '@typecase/contract/object-types'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import type { ApiService } from '@typecase/plugin-sdk/services'

/** Updates an object type. @throws ApiError whose message begins with `Error: `, as specified (section 8) */
export async function updateType(
  api: ApiService,
  body: InputOf<typeof updateObjectType>['body'],
  options?: { ifMatch: number },
): Promise<OutputOf<typeof updateObjectType>> {
  try {
    return await api.call(updateObjectType, { body }, options)
  } catch (reason) {
    if (isApiError(reason)) reason.message = `Error: ${reason.message}`
    throw reason
  }
}
