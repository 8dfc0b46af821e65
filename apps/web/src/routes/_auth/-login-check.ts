import { zodResolver } from '@hookform/resolvers/zod'
import { LoginBody } from 'contract/auth'

export const loginCheck = zodResolver(LoginBody)
