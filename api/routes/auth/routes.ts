/** Accounts: opening one, logging in and out, the profile, and the end of it. */
import { deleteAccount } from './delete-account.ts';
import { changeProfile, getProfile } from './profile.ts';
import { register, resendVerification, verifyEmail } from './registration.ts';
import { login, logout, refresh } from './session.ts';

export const authRoutes = [
  register,
  verifyEmail,
  resendVerification,
  login,
  refresh,
  logout,
  getProfile,
  changeProfile,
  deleteAccount,
];
