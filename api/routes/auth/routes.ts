/** Accounts: opening one, logging in and out, passwords and second factors, the profile, and deleting it. */
import { tagged } from '../../http/route.ts';
import { changePassword } from './change-password.ts';
import { confirm } from './confirm.ts';
import { deleteAccount } from './delete-account.ts';
import { kdf } from './kdf.ts';
import { archivedKeyBundles } from './key-bundles.ts';
import { readKeys } from './keys.ts';
import { changeProfile, getProfile } from './profile.ts';
import { register, resendVerification, verifyEmail } from './registration.ts';
import { removalKeys, removeSecondFactor, requestRemoval } from './remove-second-factor.ts';
import { forgotPassword, resetPassword } from './reset-password.ts';
import { login, logout, refresh } from './session.ts';
import { disable, enable, renewCodes, setup } from './two-factor.ts';

export const authRoutes = tagged('Account', [
  register,
  verifyEmail,
  resendVerification,
  kdf,
  login,
  refresh,
  logout,
  confirm,
  forgotPassword,
  resetPassword,
  changePassword,
  readKeys,
  archivedKeyBundles,
  getProfile,
  changeProfile,
  setup,
  enable,
  disable,
  renewCodes,
  requestRemoval,
  removalKeys,
  removeSecondFactor,
  deleteAccount,
]);
