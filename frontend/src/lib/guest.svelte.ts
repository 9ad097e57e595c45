/** Who one is in this room: a guest whom the browser's cookie names, or nobody yet. */

import type { Guest } from '../protocol/http';
import { api } from './api';

class Me {
  /** Undefined until the room was asked; null is nobody. */
  guest: Guest | null | undefined = $state.raw();
  #asked: Promise<void> | undefined;

  /** Ask the room, once. Throws `NotDone` where it does not answer. */
  ask(): Promise<void> {
    this.#asked ??= this.#find().catch((error: unknown) => {
      this.#asked = undefined;
      throw error;
    });
    return this.#asked;
  }

  async #find(): Promise<void> {
    this.guest = (await api.visitor()).guest;
  }

  /** Be called so: a new guest, or the same with another name. Throws `NotDone`. */
  async name(name: string): Promise<void> {
    await this.ask();
    if (this.guest?.name === name) return;
    this.guest = this.guest ? await api.rename(name) : await api.register(name);
  }

  /** Be the guest of a recovery link. Throws `NotDone`. */
  async comeBack(token: string): Promise<void> {
    this.guest = await api.comeBack(token);
  }
}

export const me = new Me();
