/** This browser's guest, known to the server by a cookie. */

import type { Guest } from '../protocol/http';
import { api } from './api';
import { forgetSaved } from './saved';

class CurrentGuest {
  /** Undefined until the server was asked; null if the browser is no guest yet. */
  guest: Guest | null | undefined = $state.raw();
  #loading: Promise<void> | undefined;

  /** Ask the server, once. Throws `ApiError` where it does not answer. */
  load(): Promise<void> {
    this.#loading ??= this.#fetch().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  async #fetch(): Promise<void> {
    this.guest = (await api.visitor()).guest;
  }

  /** Take a name, as a new guest or by renaming. Throws `ApiError`. */
  async setName(name: string): Promise<void> {
    await this.load();
    if (this.guest?.name === name) return;
    this.guest = this.guest ? await api.rename(name) : await api.register(name);
  }

  /** Become the guest of a recovery link. Throws `ApiError`. */
  async recover(token: string): Promise<void> {
    this.guest = await api.comeBack(token);
    await forgetSaved();
  }

  /** End the session of this browser. Throws `ApiError`. */
  async logOut(): Promise<void> {
    await api.logOut();
    await forgetSaved();
    this.guest = null;
  }
}

export const me = new CurrentGuest();
